import { Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { Day } from '#platform/input/fieldSchemas.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { todayIn } from '#ui/format/dates.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { changeFile } from '../../files.functions.ts'
import type { OwnFile } from '../../ownFile.ts'

const IssueDateValues = z.strictObject({ issuedOn: z.union([z.literal(''), Day], 'Please enter a date') })

interface IssueDateDialogProps {
  file: OwnFile
  timeZone: string
  onClose: () => void
}

/** The date on a document, such as the day of the inspection. */
export const IssueDateDialog = (props: IssueDateDialogProps) => (
  <Dialog opened onClose={props.onClose} title={`Issue date of ${props.file.name}`}>
    <IssueDateForm {...props} />
  </Dialog>
)

function IssueDateForm({ file, timeZone, onClose }: IssueDateDialogProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { issuedOn: file.issuedOn ?? file.suggestedIssuedOn ?? '' },
    schema: IssueDateValues,
    submit: ({ issuedOn }) => changeFile({ data: { id: file.id, issuedOn: issuedOn || null } }),
    onSuccess: async () => {
      await Promise.all(
        [queryKeys.files.all, queryKeys.publicListing.all].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
      onClose()
    },
  })
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <TextInput
          label="Date on the document"
          description="Buyers see it in the list. Leave it empty if the document has no date."
          type="date"
          max={todayIn(timeZone)}
          {...form.textField('issuedOn')}
        />
        <DialogFooter label="Save date" form={form} onCancel={onClose} />
      </Stack>
    </form>
  )
}

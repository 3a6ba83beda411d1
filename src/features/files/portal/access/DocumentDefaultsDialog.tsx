import { NativeSelect, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { DocumentPermissions } from '#features/listings/documentPermissions.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { SwitchRow } from '#ui/form/SwitchRow.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { documentDefaultsQuery, saveDocumentDefaults } from '../../files.functions.ts'
import { DocumentDefaults } from '../../files.schema.ts'
import { accessLabels } from './accessLabels.ts'
import { LoadedSettings } from './LoadedSettings.tsx'

interface DocumentDefaultsDialogProps {
  listingId: string
  opened: boolean
  onClose: () => void
}

/** What applies to the documents of a listing, unless one has its own settings. */
export function DocumentDefaultsDialog({ listingId, opened, onClose }: DocumentDefaultsDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Access to documents">
      {opened && (
        <LoadedSettings query={documentDefaultsQuery(listingId)}>
          {(stored) => <DefaultsForm listingId={listingId} stored={stored} onClose={onClose} />}
        </LoadedSettings>
      )}
    </Dialog>
  )
}

interface DefaultsFormProps {
  listingId: string
  stored: DocumentPermissions
  onClose: () => void
}

function DefaultsForm({ listingId, stored, onClose }: DefaultsFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { listingId, ...stored },
    schema: DocumentDefaults,
    submit: (data) => saveDocumentDefaults({ data }),
    onSuccess: async () => {
      onClose()
      await Promise.all(
        [queryKeys.files.all, queryKeys.listings.all, queryKeys.publicListing.all].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
    },
  })
  const { values } = form
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <Text size="sm" c="gray.7">
          For all documents of this listing, unless you choose something else in a document’s menu.
        </Text>
        <NativeSelect
          label="Who can open them"
          value={values.access}
          onChange={({ currentTarget: { value } }) =>
            form.setValue('access', value === 'chosen' || value === 'hidden' ? value : 'everyone')
          }
          data={Object.entries(accessLabels).map(([value, label]) => ({ value, label }))}
        />
        <SwitchRow
          label="View only"
          description="Buyers read the pages on screen, and never get the file. For PDFs and pictures: other types can be downloaded."
          checked={values.isViewOnly}
          onChange={({ currentTarget }) => form.setValue('isViewOnly', currentTarget.checked)}
        />
        <SwitchRow
          label="Watermark"
          description="The buyer’s name, email and the time across each page, on screen and in downloads. For PDFs and pictures."
          checked={values.isWatermarked}
          onChange={({ currentTarget }) => form.setValue('isWatermarked', currentTarget.checked)}
        />
        <DialogFooter label="Save access" form={form} onCancel={onClose} />
      </Stack>
    </form>
  )
}

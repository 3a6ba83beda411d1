import { Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ContactFields, EITHER_IS_ENOUGH } from '#features/leads/portal/ContactFields.tsx'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { addVisitor, openHomeQuery } from '../openHomes.functions.ts'
import { AddVisitorInput } from '../openHomes.schema.ts'

interface AddVisitorFieldsProps {
  openHomeId: string
  onClose: () => void
}

/** For somebody who signed in on paper, or was forgotten. */
export const AddVisitorDialog = ({ opened, ...fields }: AddVisitorFieldsProps & { opened: boolean }) => (
  <Dialog opened={opened} onClose={fields.onClose} title="Add visitor" fullScreen="on phones">
    <AddVisitorFields {...fields} />
  </Dialog>
)

function AddVisitorFields({ openHomeId, onClose }: AddVisitorFieldsProps) {
  const queryClient = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  const form = useForm({
    initialValues: {
      ...{ openHomeId, key, firstName: '', lastName: '', phone: '', email: '' },
      consent: 'They asked me to, at an open home',
    },
    schema: AddVisitorInput,
    submit: (data) => addVisitor({ data }),
    onSuccess: async () => {
      showToast('Visitor added.')
      onClose()
      await Promise.all([
        queryClient.invalidateQueries(openHomeQuery(openHomeId)),
        queryClient.invalidateQueries({ queryKey: queryKeys.leads.all }),
      ])
    },
  })
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <ContactFields form={form} emailHint={EITHER_IS_ENOUGH} />
        <TextInput
          label="How did they agree to you keeping their details?"
          maxLength={300}
          {...form.textField('consent')}
        />
        <DialogFooter label="Add visitor" form={form} onCancel={onClose} />
      </Stack>
    </form>
  )
}

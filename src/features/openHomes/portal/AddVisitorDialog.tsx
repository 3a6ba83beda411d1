import { Group, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
        <Group grow gap="sm" align="start">
          <TextInput label="First name" maxLength={60} {...form.textField('firstName')} />
          <TextInput label="Last name" maxLength={60} {...form.textField('lastName')} />
        </Group>
        <TextInput label="Phone" type="tel" maxLength={40} {...form.textField('phone')} />
        <TextInput
          label="Email"
          description="A phone number or an email address is enough."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="email"
          maxLength={254}
          {...form.textField('email')}
        />
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

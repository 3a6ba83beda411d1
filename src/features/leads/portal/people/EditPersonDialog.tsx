import { Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { type OwnPerson, updatePerson } from '../../people/people.functions.ts'
import { PersonDetails } from '../../people/people.schema.ts'

interface EditPersonProps {
  person: OwnPerson
  onClose: () => void
}

export const EditPersonDialog = ({ opened, ...form }: EditPersonProps & { opened: boolean }) => (
  <Dialog opened={opened} onClose={form.onClose} title="Edit person" fullScreen="on phones">
    <EditPersonForm {...form} />
  </Dialog>
)

function EditPersonForm({ person, onClose }: EditPersonProps) {
  const queryClient = useQueryClient()
  const { id, firstName, lastName, phoneText, email, note } = person
  const form = useForm({
    initialValues: { firstName, lastName, phone: phoneText, email, note },
    schema: PersonDetails,
    submit: (values) =>
      updatePerson({
        // As it is stored unless it was changed: the country of a number in national format may not be clear.
        data: { id, ...values, phone: values.phone === phoneText ? person.phone : values.phone },
      }),
    onSuccess: async () => {
      await Promise.all(
        [queryKeys.people.all, queryKeys.leads.all].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
      showToast('Saved for all their enquiries.')
      onClose()
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
          type="email"
          maxLength={254}
          description="If you change it, private links we’ve already sent stop working."
          {...form.textField('email')}
        />
        <Textarea
          label="Your note"
          description="Only you can see this."
          autosize
          minRows={2}
          maxRows={10}
          maxLength={5_000}
          {...form.valueField('note')}
          onChange={(event) => form.setValue('note', event.currentTarget.value)}
        />
        <DialogFooter label="Save person" form={form} onCancel={onClose} />
      </Stack>
    </form>
  )
}

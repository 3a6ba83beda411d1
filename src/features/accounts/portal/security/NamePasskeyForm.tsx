import { Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { type Passkey, passkeysQuery, renamePasskey } from '../../passkeys/passkeys.functions.ts'
import { PasskeyNameFormValues } from '../../passkeys/passkeys.schema.ts'

interface NamePasskeyFormProps {
  passkey: Pick<Passkey, 'id' | 'name'>
  cancelLabel?: string
  onDone: () => void
}

export function NamePasskeyForm({ passkey: { id, name }, cancelLabel, onDone }: NamePasskeyFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { name },
    schema: PasskeyNameFormValues,
    submit: async (values) => {
      await renamePasskey({ data: { id, ...values } })
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries(passkeysQuery)
      onDone()
    },
  })
  return (
    <form {...form.formProps} aria-label="Name of the passkey">
      <Stack gap="md">
        <TextInput
          label="Name"
          description="So that you recognise it later, such as “Work laptop”."
          autoComplete="off"
          data-autofocus
          {...form.textField('name')}
        />
        <DialogFooter label="Save name" form={form} onCancel={onDone} cancelLabel={cancelLabel} />
      </Stack>
    </form>
  )
}

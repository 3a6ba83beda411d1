import { Button, Group, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PasswordField } from '#ui/PasswordField.tsx'
import { AccountDeletion, DELETE_CONFIRMATION } from '../accounts.ts'
import { deleteAccount, settingsQuery } from '../settings.functions.ts'
import { focusFirstError, showServerErrors } from './showFailure.ts'

export function DeleteAccountForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { confirmation: '', password: '' },
    validate: schemaResolver(AccountDeletion, { sync: true }),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (values: { confirmation: string; password: string }) =>
      deleteAccount({ data: AccountDeletion.parse(values) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(settingsQuery)
      onDone()
      // The banner there says what happens next, and how to undo it.
      window.scrollTo({ top: 0 })
    },
    onError: (error) => showServerErrors(form, error),
  })
  return (
    <form onSubmit={form.onSubmit((values) => mutate(values), focusFirstError(form))} noValidate>
      <Stack gap="md">
        <TextInput
          label={`Type “${DELETE_CONFIRMATION}” to confirm`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('confirmation')}
        />
        <PasswordField label="Your password" autoComplete="current-password" {...form.getInputProps('password')} />
        <Group justify="flex-end" gap="sm" mt="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" color="red.9" loading={isPending}>
            Delete my account
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

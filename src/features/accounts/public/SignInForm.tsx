import { Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { SubmitButton } from '#ui/form/SubmitButton.tsx'
import { useFocusFirstField, useTaskForm } from '#ui/form/useTaskForm.ts'
import { login } from '../accounts.functions.ts'
import { Credentials } from '../accounts.schema.ts'
import { PasswordField } from '../PasswordFields.tsx'
import { returnPath } from './returnPath.ts'

export function SignInForm({ from }: { from?: string }) {
  const queryClient = useQueryClient()
  const firstField = useFocusFirstField()
  const { task, field, focus, onSubmit } = useTaskForm({
    initialValues: { email: '', password: '' },
    schema: Credentials,
    send: (data) => login({ data }),
    onDone: () => {
      queryClient.clear()
      // A new document: nothing that this one learned of another agent comes along, and any address of ours can be meant.
      window.location.assign(returnPath(from))
    },
    onRefused: () => focus('password'),
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit} aria-label="Sign in">
      <Stack gap="md">
        <TextInput
          {...field('email')}
          ref={firstField}
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          spellCheck={false}
          size="md"
        />
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" size="md" />
        <FailureAlert error={task.error} />
        <SubmitButton loading={task.isPending || task.isSuccess}>Sign in</SubmitButton>
      </Stack>
    </form>
  )
}

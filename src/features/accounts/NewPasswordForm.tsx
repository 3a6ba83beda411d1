import { Stack } from '@mantine/core'
import { FailureAlert } from '#ui/FailureAlert.tsx'
import { SubmitButton } from '#ui/SubmitButton.tsx'
import { useFocusFirstField } from '#ui/useFirstFocus.ts'
import { useTaskForm } from '#ui/useTaskForm.ts'
import { resetPassword } from './accounts.functions.ts'
import { NewPasswordInput } from './credentials.ts'
import { NewPasswordField } from './NewPasswordField.tsx'

interface NewPasswordFormProps {
  token: string
  isFirst: boolean
  onChanged: () => void
  onRefused: (error: Error) => void
}

export function NewPasswordForm({ token, isFirst, onChanged, onRefused }: NewPasswordFormProps) {
  const firstField = useFocusFirstField()
  const { task, field, onSubmit } = useTaskForm({
    initialValues: { password: '' },
    schema: NewPasswordInput,
    send: ({ password }) => resetPassword({ data: { token, password } }),
    onDone: onChanged,
    onRefused,
  })
  return (
    <form
      method="post"
      noValidate
      onSubmit={onSubmit}
      aria-label={isFirst ? 'Create your password' : 'Set a new password'}
    >
      <Stack gap="md">
        <NewPasswordField
          {...field('password')}
          label={isFirst ? 'Password' : 'New password'}
          ref={firstField}
          size="md"
        />
        <FailureAlert error={task.error} />
        <SubmitButton loading={task.isPending}>{isFirst ? 'Create password' : 'Set password'}</SubmitButton>
      </Stack>
    </form>
  )
}

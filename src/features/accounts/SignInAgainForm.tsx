import { Stack, Text, TextInput } from '@mantine/core'
import { FailureAlert } from '#ui/FailureAlert.tsx'
import { TextLink } from '#ui/links.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { SubmitButton } from '#ui/SubmitButton.tsx'
import { useTaskForm } from '#ui/useTaskForm.ts'
import { login } from './accounts.functions.ts'
import { Credentials } from './credentials.ts'

interface SignInAgainFormProps {
  email: string
  onDone: () => Promise<void>
}

export function SignInAgainForm({ email, onDone }: SignInAgainFormProps) {
  const { task, field, focus, onSubmit } = useTaskForm({
    initialValues: { email, password: '' },
    schema: Credentials,
    send: (data) => login({ data }),
    onDone,
    onRefused: () => focus('password'),
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <TextInput {...field('email')} label="Email" type="email" autoComplete="username" readOnly variant="filled" />
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" data-autofocus />
        <FailureAlert error={task.error} />
        <SubmitButton loading={task.isPending}>Sign in</SubmitButton>
        <Text size="sm" ta="center">
          <TextLink to="/login" reloadDocument>
            Use a different account
          </TextLink>
        </Text>
      </Stack>
    </form>
  )
}

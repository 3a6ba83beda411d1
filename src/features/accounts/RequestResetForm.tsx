import { Stack, TextInput } from '@mantine/core'
import { FailureAlert } from '#ui/FailureAlert.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { SubmitButton } from '#ui/SubmitButton.tsx'
import { useFocusFirstField } from '#ui/useFirstFocus.ts'
import { useTaskForm } from '#ui/useTaskForm.ts'
import { ResetRequestInput } from './credentials.ts'
import type { useResetRequest } from './useResetRequest.ts'

interface RequestResetFormProps {
  request: ReturnType<typeof useResetRequest>
  onSent: (email: string) => void
}

export function RequestResetForm({ request, onSent }: RequestResetFormProps) {
  const firstField = useFocusFirstField()
  const { task, field, onSubmit } = useTaskForm({
    initialValues: { email: '' },
    schema: ResetRequestInput,
    send: ({ email }) => request.send(email),
    onDone: (_, { email }) => onSent(email.trim()),
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit} onInput={request.prepare} aria-label="Reset your password">
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
        {request.challenge}
        <FailureAlert error={task.error} />
        <SubmitButton loading={task.isPending}>Send reset link</SubmitButton>
        <ButtonLink to="/login" variant="subtle" fullWidth size="md">
          Back to sign in
        </ButtonLink>
      </Stack>
    </form>
  )
}

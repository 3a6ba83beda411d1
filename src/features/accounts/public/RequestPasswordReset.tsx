import { Stack, Text, TextInput } from '@mantine/core'
import { useBotCheck } from '#platform/botCheck/useBotCheck.tsx'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { ResendButton, SubmitButton } from '#ui/form/SubmitButton.tsx'
import { useFocusFirstField, useTaskForm } from '#ui/form/useTaskForm.ts'
import { TaskCard } from '#ui/layout/PublicLayout.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { requestPasswordReset } from '../accounts.functions.ts'
import { ResetRequestInput } from '../accounts.schema.ts'

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

interface ResetSentProps {
  email: string
  request: ReturnType<typeof useResetRequest>
}

/** The same words whether anybody has that address or not. */
export function ResetSent({ email, request }: ResetSentProps) {
  return (
    <TaskCard
      title="Check your inbox"
      takesFocus
      lead={
        <>
          If <Breakable>{email}</Breakable> has an account, we’ve emailed you a link to reset your password.
        </>
      }
    >
      <Text size="sm" c="dimmed">
        The link works for one hour. Nothing after a few minutes? Check your spam folder, and that the address is right.
      </Text>
      <Stack gap="sm">
        {request.challenge}
        <ResendButton send={() => request.send(email)} />
        <ButtonLink to="/login" variant="subtle" size="md">
          Back to sign in
        </ButtonLink>
      </Stack>
    </TaskCard>
  )
}

/** An address can be longer than a phone is wide. */
const Breakable = ({ children }: { children: string }) => (
  <Text span fw={600} c="black" style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)

/** Asks for a reset mail, each time with a bot check of its own. */
export function useResetRequest() {
  const { prepare, takeAnswer, challenge } = useBotCheck('reset_password')
  return {
    prepare,
    challenge,
    send: async (email: string) => requestPasswordReset({ data: { email, turnstile: await takeAnswer() } }),
  }
}

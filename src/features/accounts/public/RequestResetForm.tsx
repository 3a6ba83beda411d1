import { Stack, Text } from '@mantine/core'
import { useBotCheck } from '#platform/botCheck/useBotCheck.tsx'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { ResendButton, SubmitButton } from '#ui/form/SubmitButton.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { requestPasswordReset } from '../accounts.functions.ts'
import { ResetRequestFormValues } from '../accounts.schema.ts'
import { EmailField } from '../CredentialFields.tsx'

interface RequestResetFormProps {
  request: ReturnType<typeof useResetRequest>
  onSent: (email: string) => void
}

export function RequestResetForm({ request, onSent }: RequestResetFormProps) {
  const form = useForm({
    initialValues: { email: '' },
    schema: ResetRequestFormValues,
    submit: ({ email }) => request.send(email),
    onSuccess: (_result, { email }) => onSent(email.trim()),
  })
  return (
    <form method="post" {...form.formProps} onInput={request.prepare} aria-label="Reset your password">
      <Stack gap="md">
        <EmailField {...form.nativeField('email')} />
        {request.challenge}
        <FailureAlert error={form.failure} />
        <SubmitButton loading={form.isBusy}>Send reset link</SubmitButton>
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

/** The same text whether the address has an account or not. */
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

/** Requests a reset email, each time with a new bot check. */
export function useResetRequest() {
  const { prepare, takeAnswer, challenge } = useBotCheck('reset_password')
  return {
    prepare,
    challenge,
    send: async (email: string) => requestPasswordReset({ data: { email, turnstile: await takeAnswer() } }),
  }
}

import { Stack, Text } from '@mantine/core'
import { ButtonLink } from '#ui/links.tsx'
import { ResendButton } from '#ui/SendAgain.tsx'
import { TaskCard } from '#ui/TaskCard.tsx'
import type { useResetRequest } from './useResetRequest.ts'

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

import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { FailureAlert } from '#ui/FailureAlert.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { TaskCard } from '#ui/TaskCard.tsx'
import { useCountdown } from '#ui/useCountdown.ts'
import type { useResetRequest } from './useResetRequest.ts'

interface ResetSentProps {
  email: string
  request: ReturnType<typeof useResetRequest>
}

const PAUSE = 30

/** The same words whether anybody has that address or not. */
export function ResetSent({ email, request }: ResetSentProps) {
  const pause = useCountdown(PAUSE)
  const again = useMutation({
    mutationFn: () => request.send(email),
    onSuccess: pause.restart,
    meta: { handled: true },
  })
  return (
    <TaskCard
      title="Check your inbox"
      takesFocus
      lead={
        <>
          If <Breakable>{email}</Breakable> belongs to an account, a mail with a link to choose a new password is on its
          way.
        </>
      }
    >
      <Text size="sm" c="dimmed">
        The link works for one hour. If nothing arrives within a few minutes, look in your spam folder and check that
        the address is right.
      </Text>
      <Stack gap="sm">
        {request.challenge}
        <FailureAlert error={again.error} />
        <div>
          <Button
            variant="default"
            size="md"
            fullWidth
            disabled={pause.left > 0}
            loading={again.isPending}
            onClick={() => again.mutate()}
          >
            {pause.left > 0 ? `Send again in ${pause.left} s` : 'Send again'}
          </Button>
          <Text role="status" size="sm" ta="center" c="dimmed" mt={again.isSuccess ? 'xs' : 0}>
            {again.isSuccess && 'Sent again.'}
          </Text>
        </div>
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

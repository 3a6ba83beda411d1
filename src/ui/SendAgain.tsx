import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { FailureAlert } from './FailureAlert.tsx'
import { useCountdown } from './useCountdown.ts'

const RESEND_PAUSE_SECONDS = 30

/** For a mail that has not come. There is a pause between two, and the refusal of one too many says how long it lasts. */
export function ResendButton({ send }: { send: () => Promise<unknown> }) {
  const pause = useCountdown(RESEND_PAUSE_SECONDS)
  const again = useMutation({ mutationFn: send, onSuccess: pause.restart, meta: { handled: true } })
  return (
    <>
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
    </>
  )
}

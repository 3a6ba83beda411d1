import { Button, type ButtonProps, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FailureAlert } from '../feedback/FailureAlert.tsx'
import classes from './SubmitButton.module.css'
import { useHydrated } from './useHydrated.ts'

/**
 * Off until the page is awake: before that the browser would send the form by itself, as it did in the nineties, and
 * what was typed would be gone. It does not look off, because that lasts a blink.
 */
export function SubmitButton(props: ButtonProps) {
  const isAwake = useHydrated()
  return <Button type="submit" fullWidth size="md" {...props} disabled={!isAwake} className={classes.button} />
}

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

/** Seconds left of a pause, counted down on the screen. */
function useCountdown(seconds: number) {
  const [left, setLeft] = useState(seconds)
  useInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000, { autoInvoke: true })
  return { left, restart: () => setLeft(seconds) }
}

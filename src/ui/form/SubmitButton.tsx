import { Button, type ButtonProps, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FailureAlert } from '../feedback/FailureAlert.tsx'
import classes from './SubmitButton.module.css'
import { useHydrated } from './useHydrated.ts'

/**
 * Disabled until hydration: before that the browser would submit the form itself, and what was typed would be lost. It doesn't
 * look disabled, because that lasts only a moment.
 */
export function SubmitButton(props: ButtonProps) {
  const isHydrated = useHydrated()
  return <Button type="submit" fullWidth size="md" {...props} disabled={!isHydrated} className={classes.button} />
}

const RESEND_PAUSE_SECONDS = 30

/** For an email that hasn't arrived. There is a pause between two, and after too many the error says how long to wait. */
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

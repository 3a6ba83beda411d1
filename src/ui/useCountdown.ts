import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

/** Seconds left of a pause, counted down on the screen. */
export function useCountdown(seconds: number) {
  const [left, setLeft] = useState(seconds)
  useInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000, { autoInvoke: true })
  return { left, restart: () => setLeft(seconds) }
}

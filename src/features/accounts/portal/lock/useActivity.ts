import { useEffect, useEffectEvent, useRef } from 'react'
import { MINUTE_MS } from '#values/time.ts'
import { reportActivity } from '../../devices.functions.ts'

/** What a person does. Scrolling is not among it: pages scroll by themselves. */
const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const
const CHECK_MS = 10_000
const TELL_MS = 5_000
/** The server refuses what is older: someone who closed the laptop is no longer there. */
const MAX_REPORT_SECONDS = 120

interface ActivityOptions {
  /** After how long without anyone there. Null: never, and nothing is reported. */
  minutes: number | null
  /** How long nobody has been there when the page opened. */
  idleSeconds: number
  isLocked: boolean
  onIdle: () => void
  /** Tells the other tabs. */
  onActive: (at: number) => void
}

/** Watches whether someone is at this tab. Returns what another tab calls that saw someone. */
export function useActivity({ minutes, idleSeconds, isLocked, onIdle, onActive }: ActivityOptions) {
  const lastActiveAt = useRef(0)
  const told = useRef(0)
  const reported = useRef({ at: 0, activity: 0 })
  const limitMs = (minutes ?? 0) * MINUTE_MS

  const check = useEffectEvent(() => {
    const idleMs = Date.now() - lastActiveAt.current
    if (idleMs >= limitMs) return onIdle()
    report(idleMs)
  })
  /** The first move after the lunch break locks the page. It does not count as being there. */
  const see = useEffectEvent(() => {
    const at = Date.now()
    if (at - lastActiveAt.current >= limitMs) return onIdle()
    lastActiveAt.current = at
    reported.current.activity = at
    if (at - told.current < TELL_MS) return
    told.current = at
    onActive(at)
  })
  function report(idleMs: number) {
    const { at, activity } = reported.current
    const secondsAgo = Math.round((Date.now() - activity) / 1000)
    if (activity <= at || Date.now() - at < MINUTE_MS || secondsAgo > MAX_REPORT_SECONDS || idleMs < 0) return
    reported.current.at = Date.now()
    // Once a minute: one that is lost is followed by the next.
    reportActivity({ data: { secondsAgo } }).catch(() => {})
  }

  const begin = useEffectEvent(() => {
    lastActiveAt.current = Math.max(lastActiveAt.current, Date.now() - idleSeconds * 1000)
  })
  useEffect(() => {
    if (minutes === null || isLocked) return
    begin()
    const onInput = () => see()
    const onReturn = () => check()
    for (const name of INPUT_EVENTS) window.addEventListener(name, onInput, { capture: true, passive: true })
    document.addEventListener('visibilitychange', onReturn)
    const timer = setInterval(() => check(), CHECK_MS)
    return () => {
      for (const name of INPUT_EVENTS) window.removeEventListener(name, onInput, { capture: true })
      document.removeEventListener('visibilitychange', onReturn)
      clearInterval(timer)
    }
  }, [minutes, isLocked])

  return (at: number) => {
    lastActiveAt.current = Math.max(lastActiveAt.current, at)
  }
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { provideLock } from '#platform/auth/lock.ts'
import { announceSessionEnd, isNotSignedIn } from '#platform/auth/sessionEndListeners.ts'
import { idleLockQuery, lockSession } from '../../devices.functions.ts'
import { LockScreen } from './LockScreen.tsx'
import { openLockChannel } from './lockChannel.ts'
import { useActivity } from './useActivity.ts'

/**
 * Locks the portal when nobody was there for a while, when the agent says so, or when the server does. Calls that were refused meanwhile wait,
 * and are sent again afterwards, so drafts are saved late and not lost.
 */
export function IdleLock() {
  const queryClient = useQueryClient()
  const [isLocked, setIsLocked] = useState(false)
  const waiting = useRef<(() => void)[]>([])
  const channel = useRef<ReturnType<typeof openLockChannel>>(undefined)
  const { data } = useQuery(idleLockQuery)
  const isLockedOnServer = data?.isLocked === true

  const lock = useEffectEvent(() => {
    setIsLocked(true)
    channel.current?.tell({ kind: 'locked' })
    // Without a connection the server locks it by itself, as it has heard of nobody.
    lockSession().catch((error) => {
      if (isNotSignedIn(error)) announceSessionEnd()
    })
  })
  const seeElsewhere = useActivity({
    minutes: data?.minutes ?? null,
    idleSeconds: data?.idleSeconds ?? 0,
    isLocked,
    onIdle: () => lock(),
    onActive: (at) => channel.current?.tell({ kind: 'active', at }),
  })
  const open = useEffectEvent(() => {
    seeElsewhere(Date.now())
    setIsLocked(false)
    for (const goOn of waiting.current.splice(0)) goOn()
    void queryClient.invalidateQueries(idleLockQuery)
  })
  const hear = useEffectEvent((message: Parameters<Parameters<typeof openLockChannel>[0]>[0]) => {
    if (message.kind === 'active') seeElsewhere(message.at)
    else if (message.kind === 'locked') setIsLocked(true)
    else open()
  })

  useEffect(() => {
    const opened = openLockChannel((message) => hear(message))
    channel.current = opened
    return () => opened.close()
  }, [])
  useEffect(
    () =>
      provideLock({
        show: () =>
          new Promise((resolve) => {
            waiting.current.push(resolve)
            setIsLocked(true)
          }),
        lockNow: () => lock(),
      }),
    [],
  )
  useEffect(() => {
    if (isLockedOnServer) setIsLocked(true)
  }, [isLockedOnServer])

  if (!isLocked) return null
  return (
    <LockScreen
      onUnlocked={() => {
        channel.current?.tell({ kind: 'unlocked' })
        open()
      }}
    />
  )
}

import { useEffect, useState, useSyncExternalStore } from 'react'
import { MINUTE_MS } from '#values/time.ts'
import { markAtDoor } from '../device/doorCookie.ts'
import { type Door, type Refusal, readDoors, type StoredEntry } from '../device/doorStorage.ts'
import { countUnstored, type SyncOutcome, syncDoors, watchDoors } from '../sync/doorQueue.ts'

export interface DoorState {
  /** Undefined if check-in is not on. */
  door: Door | undefined
  /** Everybody who has come. */
  visitors: number
  /** Entries that the server does not have yet, and those of them for which the device has no room. */
  waiting: number
  unstored: number
  /** Entries that can't be sent any more, and why. */
  lost: { entry: StoredEntry; reason: Refusal | 'ended' }[]
}

/** What the device keeps, and sends whenever it can. Undefined until it is read. */
export function useDoor() {
  const [state, setState] = useState<DoorState>()
  useEffect(() => {
    let isWatching = true
    const read = async () => {
      const found = await readState()
      if (isWatching) setState(found)
    }
    void read()
    const stop = watchDoors(() => void read())
    return () => {
      isWatching = false
      stop()
    }
  }, [])
  const isOn = state?.door?.isEnded === false
  useEffect(() => {
    if (state) markAtDoor(isOn)
  }, [isOn, state])
  return state
}

async function readState(): Promise<DoorState> {
  const { doors, entries } = await readDoors()
  const door = doors.find(({ isLeft }) => !isLeft)
  const ended = new Set(doors.flatMap(({ id, isEnded }) => (isEnded ? [id] : [])))
  const lost = entries.flatMap((entry) => {
    const reason = entry.refusal ?? (ended.has(entry.doorId) ? 'ended' : undefined)
    return reason ? [{ entry, reason } as const] : []
  })
  const unstored = countUnstored()
  return {
    door,
    visitors: (door?.visitors ?? 0) + unstored.visitors,
    waiting: entries.length - lost.length + unstored.entries,
    unstored: unstored.entries,
    lost,
  }
}

/** A device with a network that leads nowhere counts as online, so no event says when it leads somewhere again. */
const RETRY_OFFLINE_MS = 10_000

/** Sends what waits: now, every minute, every few seconds without a connection, and when somebody looks at the page again. */
export function useSync() {
  const [outcome, setOutcome] = useState<SyncOutcome>()
  useEffect(() => {
    const sync = () => void syncDoors().then(setOutcome)
    const syncIfShown = () => {
      if (document.visibilityState === 'visible') sync()
    }
    sync()
    addEventListener('online', sync)
    document.addEventListener('visibilitychange', syncIfShown)
    return () => {
      removeEventListener('online', sync)
      document.removeEventListener('visibilitychange', syncIfShown)
    }
  }, [])
  useEffect(() => {
    const timer = setInterval(
      () => void syncDoors().then(setOutcome),
      outcome === 'offline' ? RETRY_OFFLINE_MS : MINUTE_MS,
    )
    return () => clearInterval(timer)
  }, [outcome])
  const sync = async () => setOutcome(await syncDoors())
  return { outcome, sync }
}

/** Whether the browser knows that there is no connection. */
export const useIsOffline = () =>
  useSyncExternalStore(
    watchConnection,
    () => !navigator.onLine,
    () => false,
  )

function watchConnection(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** The screen stays on while the page is shown, where the browser can do that. */
export function useWakeLock() {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    const keepAwake = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // Refused while the battery is low.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
    }
    void keepAwake()
    // A browser gives the lock up whenever the page is hidden.
    document.addEventListener('visibilitychange', keepAwake)
    return () => {
      document.removeEventListener('visibilitychange', keepAwake)
      void lock?.release()
    }
  }, [])
}

import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** Whether the page's script runs yet. */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

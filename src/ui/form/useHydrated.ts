import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** Whether the page's script is running yet. */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

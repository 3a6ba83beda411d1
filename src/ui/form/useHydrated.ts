import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** Whether the page's script runs yet. */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

/**
 * For fields whose values React holds: what was typed into them before the page's script runs would be forgotten, so until
 * then they are for reading only.
 */
export function useReadOnlyUntilHydrated() {
  const isAwake = useHydrated()
  return () => ({ readOnly: !isAwake })
}

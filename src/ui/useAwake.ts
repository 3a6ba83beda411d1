import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether the page's script runs yet. Fields that React holds forget what was typed into them before: until then they are for
 * reading only.
 */
export const useAwake = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

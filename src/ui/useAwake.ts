import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the page's script runs yet. */
export const useAwake = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

import { useHydrated } from './useAwake.ts'

/**
 * For fields whose values React holds: what was typed into them before the page's script runs would be forgotten, so until
 * then they are for reading only.
 */
export function useReadOnlyUntilHydrated() {
  const isAwake = useHydrated()
  return () => ({ readOnly: !isAwake })
}

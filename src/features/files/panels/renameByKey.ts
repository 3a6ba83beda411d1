import type { KeyboardEvent } from 'react'

/** F2 renames, wherever in the row the focus is. */
export const renameOnF2 = (onRenaming: (on: boolean) => void) => (event: KeyboardEvent) => {
  if (event.key === 'F2') onRenaming(true)
}

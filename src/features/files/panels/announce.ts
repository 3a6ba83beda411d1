import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'
import type { OwnFile } from '../describeFile.ts'

const draggable = 'To change the order press space, then the arrow keys. Space again puts it down, escape puts it back.'

/** What those hear who do not see a file move. */
export function announce(files: readonly OwnFile[]) {
  const find = (id: UniqueIdentifier) => files.findIndex((file) => file.id === id)
  const nameOf = (id: UniqueIdentifier) => files[find(id)]?.name ?? 'The file'
  const placeOf = (id: UniqueIdentifier) => `place ${find(id) + 1} of ${files.length}`
  const lifted = (id: UniqueIdentifier) => `${nameOf(id)} is lifted, from ${placeOf(id)}.`
  const announcements: Announcements = {
    onDragStart: ({ active }) => lifted(active.id),
    onDragOver: ({ active, over }) => {
      // At first it is over itself.
      if (over) return over.id === active.id ? lifted(active.id) : `${nameOf(active.id)} is over ${placeOf(over.id)}.`
    },
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} is now at ${placeOf(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back at ${placeOf(active.id)}.`,
  }
  return { announcements, screenReaderInstructions: { draggable } }
}

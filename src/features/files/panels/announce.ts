import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'
import type { OwnFile } from '../describeFile.ts'

const draggable = 'To reorder, press space, then the arrow keys. Press space to drop, or escape to cancel.'

/** What those hear who do not see a file move. */
export function dragAnnouncements(files: readonly OwnFile[]) {
  const find = (id: UniqueIdentifier) => files.findIndex((file) => file.id === id)
  const nameOf = (id: UniqueIdentifier) => files[find(id)]?.name ?? 'The file'
  const placeOf = (id: UniqueIdentifier) => `position ${find(id) + 1} of ${files.length}`
  const lifted = (id: UniqueIdentifier) => `Picked up ${nameOf(id)} at ${placeOf(id)}.`
  const announcements: Announcements = {
    onDragStart: ({ active }) => lifted(active.id),
    onDragOver: ({ active, over }) => {
      // At first it is over itself.
      if (over) return over.id === active.id ? lifted(active.id) : `${nameOf(active.id)} is over ${placeOf(over.id)}.`
    },
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} moved to ${placeOf(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `Cancelled. ${nameOf(active.id)} is at ${placeOf(active.id)}.`,
  }
  return { announcements, screenReaderInstructions: { draggable } }
}

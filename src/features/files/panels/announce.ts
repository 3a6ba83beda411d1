import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'
import type { OwnFile } from '../describeFile.ts'

const draggable = 'To change the order press space, then the arrow keys. Space again puts it down, escape puts it back.'

/** What those hear who do not see a file move. */
export function announce(files: readonly OwnFile[]) {
  const find = (id: UniqueIdentifier) => files.findIndex((file) => file.id === id)
  const nameOf = (id: UniqueIdentifier) => files[find(id)]?.name ?? 'The file'
  const placeOf = (id: UniqueIdentifier) => `place ${find(id) + 1} of ${files.length}`
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${nameOf(active.id)} is lifted, from ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) => over && `${nameOf(active.id)} is over ${placeOf(over.id)}.`,
    onDragEnd: ({ active, over }) => over && `${nameOf(active.id)} is now at ${placeOf(over.id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back at ${placeOf(active.id)}.`,
  } as Announcements
  return { announcements, screenReaderInstructions: { draggable } }
}

import { allPlaces } from '../places.ts'

export interface Shortcut {
  /** Pressed together if the first is `Mod` (⌘ on Apple's, Ctrl elsewhere), one after the other otherwise. */
  keys: readonly string[]
  words: string
}

export const SEARCH: Shortcut = { keys: ['Mod', 'K'], words: 'Search and jump' }
export const SAVE: Shortcut = { keys: ['Mod', 'S'], words: 'Save what is typed' }

/** Every shortcut of the portal: what the help shows, and what `useKeys` listens for. */
export const shortcutGroups: { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      SEARCH,
      { keys: ['/'], words: 'Search in the list' },
      { keys: ['N'], words: 'New listing' },
      { keys: ['?'], words: 'Show this help' },
      { keys: ['Esc'], words: 'Close what is open' },
    ],
  },
  { title: 'Go to', shortcuts: allPlaces.map(({ key, label }) => ({ keys: ['G', key], words: label })) },
  {
    title: 'In a listing',
    shortcuts: [
      SAVE,
      { keys: ['Space'], words: 'Lift a file to move it with the arrows' },
      { keys: ['F2'], words: 'Rename a file' },
    ],
  },
]

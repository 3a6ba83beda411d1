import { portalPages } from '../portalPages.ts'

export interface Shortcut {
  /** Pressed together if the first is `Mod` (⌘ on Apple's, Ctrl elsewhere), one after the other otherwise. */
  keys: readonly string[]
  words: string
}

export const SEARCH: Shortcut = { keys: ['Mod', 'K'], words: 'Search' }
export const SAVE: Shortcut = { keys: ['Mod', 'S'], words: 'Save' }

/** Every shortcut of the portal: what the help shows, and what `useKeys` listens for. */
export const shortcutGroups: { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      SEARCH,
      { keys: ['/'], words: 'Search this list' },
      { keys: ['N'], words: 'New listing' },
      { keys: ['?'], words: 'Keyboard shortcuts' },
      { keys: ['Esc'], words: 'Close' },
    ],
  },
  { title: 'Go to', shortcuts: portalPages.map(({ key, label }) => ({ keys: ['G', key], words: label })) },
  {
    title: 'In a listing',
    shortcuts: [
      SAVE,
      { keys: ['Space'], words: 'Pick up a file to move it with the arrow keys' },
      { keys: ['F2'], words: 'Rename a file' },
    ],
  },
]

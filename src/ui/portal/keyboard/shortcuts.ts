import { portalPages } from '../portalPages.ts'

export interface Shortcut {
  /** Pressed together if the first is `Mod` (⌘ on Apple's, Ctrl elsewhere), one after the other otherwise. */
  keys: readonly string[]
  label: string
}

export const SEARCH_SHORTCUT: Shortcut = { keys: ['Mod', 'K'], label: 'Search' }
export const SAVE_SHORTCUT: Shortcut = { keys: ['Mod', 'S'], label: 'Save' }

/** Every shortcut of the portal: what the help shows, and what `usePortalShortcuts` listens for. */
export const shortcutGroups: { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      SEARCH_SHORTCUT,
      { keys: ['/'], label: 'Search this list' },
      { keys: ['N'], label: 'New listing' },
      { keys: ['?'], label: 'Keyboard shortcuts' },
      { keys: ['Esc'], label: 'Close' },
    ],
  },
  { title: 'Go to', shortcuts: portalPages.map(({ key, label }) => ({ keys: ['G', key], label })) },
  {
    title: 'In a listing',
    shortcuts: [
      SAVE_SHORTCUT,
      { keys: ['Space'], label: 'Pick up a file to move it with the arrow keys' },
      { keys: ['F2'], label: 'Rename a file' },
    ],
  },
]

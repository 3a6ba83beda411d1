import { useHotkeys, useLocalStorage } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
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
    title: 'In the calendar',
    shortcuts: [
      { keys: ['←'], label: 'Previous week' },
      { keys: ['→'], label: 'Next week' },
      { keys: ['T'], label: 'Today' },
    ],
  },
  {
    title: 'In a listing',
    shortcuts: [
      SAVE_SHORTCUT,
      { keys: ['Space'], label: 'Pick up a file to move it with the arrow keys' },
      { keys: ['F2'], label: 'Rename a file' },
    ],
  },
]

/** How long a `G` waits for the letter of a page. */
const SEQUENCE_TIMEOUT_MS = 1_500

/** Whether single letters are shortcuts in this browser. */
export const useLetterShortcuts = () => useLocalStorage({ key: 'letterShortcuts', defaultValue: true })

interface KeysOptions {
  lettersOn: boolean
  onSearch: () => void
  onHelp: () => void
}

/** Listens for the shortcuts that work everywhere. */
export function usePortalShortcuts({ lettersOn, onSearch, onHelp }: KeysOptions) {
  const navigate = useNavigate()
  const sequenceStart = useRef(0)
  useHotkeys([['mod+K', onSearch]], [], true)

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!lettersOn || event.ctrlKey || event.metaKey || event.altKey || event.repeat || isShortcutTaken(event.target))
      return
    const key = event.key.toUpperCase()
    const place =
      event.timeStamp - sequenceStart.current < SEQUENCE_TIMEOUT_MS && portalPages.find((one) => one.key === key)
    sequenceStart.current = key === 'G' ? event.timeStamp : Number.NEGATIVE_INFINITY
    if (place) void navigate({ to: place.to })
    else if (key === '?') onHelp()
    else if (key === 'N') void navigate({ to: '/portal/listings/new' })
    else if (key === '/') document.querySelector<HTMLInputElement>('main input[type=search]')?.focus()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Letters belong to a field that is being typed in, and to an open dialog or menu. */
export const isShortcutTaken = (target: EventTarget | null) =>
  (target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))) ||
  document.querySelector('[aria-modal=true], [role=menu], dialog:modal') !== null

import { IconKeyboard, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { portalPages } from '../portalPages.ts'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { type FindPaletteItems, Palette, type PaletteFilter, type PaletteItem } from './Palette.tsx'
import { useLetterShortcuts, usePortalShortcuts } from './usePortalShortcuts.ts'

export type ShownDialog = 'search' | 'help' | undefined

interface KeyboardShortcutsProps {
  shown: ShownDialog
  onShow: (shown: ShownDialog) => void
  find: FindPaletteItems
  filter?: PaletteFilter
}

/** The keyboard shortcuts, palette and help of every portal page. */
export function KeyboardShortcuts({ shown, onShow, find, filter }: KeyboardShortcutsProps) {
  const navigate = useNavigate()
  const [lettersOn, setLetters] = useLetterShortcuts()
  usePortalShortcuts({ lettersOn, onSearch: () => onShow('search'), onHelp: () => onShow('help') })
  const close = () => onShow(undefined)
  const known: PaletteItem[] = [
    ...portalPages.map(({ to, label, Icon }) => ({
      ...{ id: to, group: 'Pages', label, Icon },
      go: () => void navigate({ to }),
    })),
    {
      ...{ id: 'agency', group: 'Pages', label: 'Your agency', Icon: IconUsersGroup },
      go: () => void navigate({ to: '/portal/agency' }),
    },
    {
      ...{ id: 'new', group: 'Actions', label: 'New listing', Icon: IconPlus },
      go: () => void navigate({ to: '/portal/listings/new' }),
    },
    { id: 'help', group: 'Actions', label: 'Keyboard shortcuts', Icon: IconKeyboard, go: () => onShow('help') },
  ]
  return (
    <>
      <Palette opened={shown === 'search'} onClose={close} known={known} find={find} filter={filter} />
      <KeyboardHelp opened={shown === 'help'} onClose={close} lettersOn={lettersOn} onLetters={setLetters} />
    </>
  )
}

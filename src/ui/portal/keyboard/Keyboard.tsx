import { IconKeyboard, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { portalPages } from '../portalPages.ts'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { type FindTargets, Palette, type Target } from './Palette.tsx'
import { useKeys, useLetters } from './useKeys.ts'

export type Shown = 'search' | 'help' | undefined

interface KeyboardProps {
  shown: Shown
  onShow: (shown: Shown) => void
  find: FindTargets
}

/** The keyboard shortcuts, palette and help of every portal page. */
export function Keyboard({ shown, onShow, find }: KeyboardProps) {
  const navigate = useNavigate()
  const [lettersOn, setLetters] = useLetters()
  useKeys({ lettersOn, onSearch: () => onShow('search'), onHelp: () => onShow('help') })
  const close = () => onShow(undefined)
  const known: Target[] = [
    ...portalPages.map(({ to, label, Icon }) => ({
      ...{ id: to, group: 'Pages', label, Icon },
      go: () => void navigate({ to }),
    })),
    {
      ...{ id: 'new', group: 'Actions', label: 'New listing', Icon: IconPlus },
      go: () => void navigate({ to: '/portal/listings/new' }),
    },
    { id: 'help', group: 'Actions', label: 'Keyboard shortcuts', Icon: IconKeyboard, go: () => onShow('help') },
  ]
  return (
    <>
      <Palette opened={shown === 'search'} onClose={close} known={known} find={find} />
      <KeyboardHelp opened={shown === 'help'} onClose={close} lettersOn={lettersOn} onLetters={setLetters} />
    </>
  )
}

import { Kbd, Switch } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { IconKeyboard, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Fragment } from 'react'
import { Dialog } from '../../overlay/Dialog.tsx'
import { portalPages } from '../portalPages.ts'
import classes from './KeyboardShortcuts.module.css'
import { type FindPaletteItems, Palette, type PaletteFilter, type PaletteItem } from './Palette.tsx'
import { type Shortcut, shortcutGroups, useLetterShortcuts, usePortalShortcuts } from './shortcuts.ts'

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

interface KeyboardHelpProps {
  opened: boolean
  onClose: () => void
  lettersOn: boolean
  onLetters: (on: boolean) => void
}

/** All shortcuts. Single-key ones can be switched off, for people who use speech input or often type outside a field. */
const KeyboardHelp = ({ opened, onClose, lettersOn, onLetters }: KeyboardHelpProps) => (
  <Dialog title="Keyboard shortcuts" opened={opened} onClose={onClose} size={560}>
    <div className={classes.groups}>
      {shortcutGroups.map(({ title, shortcuts }) => (
        <section key={title}>
          <h3 className={classes.title}>{title}</h3>
          <dl className={classes.list}>
            {shortcuts.map(({ keys, label }) => (
              <div key={label} className={classes.row}>
                <dt>{label}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
    <Switch
      mt="lg"
      label="Single-key shortcuts"
      description="Saved in this browser."
      checked={lettersOn}
      onChange={(event) => onLetters(event.currentTarget.checked)}
    />
  </Dialog>
)

/** "⌘ K", "Ctrl K", "G then L". */
export function Keys({ keys }: Pick<Shortcut, 'keys'>) {
  const os = useOs()
  const mod = os === 'macos' || os === 'ios' ? '⌘' : 'Ctrl'
  const [first, ...rest] = keys
  if (first === 'Mod') return <Kbd size="xs">{[mod, ...rest].join(' ')}</Kbd>
  return keys.map((key, place) => (
    <Fragment key={key}>
      {place > 0 && ' then '}
      <Kbd size="xs">{key}</Kbd>
    </Fragment>
  ))
}

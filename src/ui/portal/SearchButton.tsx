import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { icon } from '../theme/theme.ts'
import { Keys } from './keyboard/Keys.tsx'
import { SEARCH_SHORTCUT } from './keyboard/shortcuts.ts'
import classes from './SearchButton.module.css'

const opens = {
  'aria-haspopup': 'dialog',
  'aria-keyshortcuts': 'Control+K Meta+K',
} as const

/** Opens the palette. Looks like a search field where there is room, and is an icon elsewhere. */
export const SearchButton = ({ onClick }: { onClick: () => void }) => (
  <>
    <UnstyledButton {...opens} className={classes.field} onClick={onClick}>
      <IconSearch {...icon} size={16} />
      <span className={classes.text}>Search</span>
      <Keys keys={SEARCH_SHORTCUT.keys} />
    </UnstyledButton>
    <ActionIcon
      {...opens}
      aria-label="Search"
      className={classes.sign}
      variant="subtle"
      color="gray"
      c="gray.7"
      size={36}
      onClick={onClick}
    >
      <IconSearch {...icon} />
    </ActionIcon>
  </>
)

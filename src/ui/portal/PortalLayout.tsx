import '../theme/appearance.css'
import { ActionIcon, Title, UnstyledButton } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { whenInteractive } from '#platform/telemetry/browser/startReporting.ts'
import { loadToasts } from '../feedback/toasts.tsx'
import { usePageTitle } from '../layout/pageTitle.ts'
import { SkipLink } from '../layout/SiteFrame.tsx'
import { ButtonLink, IconLink } from '../links.tsx'
import { icon } from '../theme/theme.ts'
import { KeyboardShortcuts, Keys, type ShownDialog } from './keyboard/KeyboardShortcuts.tsx'
import type { FindPaletteItems, PaletteFilter } from './keyboard/Palette.tsx'
import { SEARCH_SHORTCUT } from './keyboard/shortcuts.ts'
import classes from './PortalLayout.module.css'
import { BottomBar, Sidebar } from './PortalNavigation.tsx'

interface PortalLayoutProps {
  bell: ReactNode
  /** The number of leads that need a reply. */
  leadsToReply: number
  /** The account menu, at the end of the top bar. */
  account: ReactNode
  /** A notice on every page, usually none. */
  notice?: ReactNode
  find: FindPaletteItems
  findFilter?: PaletteFilter
  children: ReactNode
}

export function PortalLayout({ bell, leadsToReply, account, notice, find, findFilter, children }: PortalLayoutProps) {
  const [shown, setShown] = useState<ShownDialog>()
  // Loaded early, because a toast about a lost connection could not be loaded then.
  useEffect(() => whenInteractive(() => void loadToasts()), [])
  return (
    <div className={classes.portal}>
      <SkipLink />
      <Sidebar leadsToReply={leadsToReply} />
      <div className={classes.column}>
        <TopBar bell={bell} account={account} onSearch={() => setShown('search')} />
        <main id="content" tabIndex={-1} className={classes.content}>
          <div className={classes.notice}>{notice}</div>
          {children}
        </main>
      </div>
      <BottomBar leadsToReply={leadsToReply} />
      <KeyboardShortcuts shown={shown} onShow={setShown} find={find} filter={findFilter} />
    </div>
  )
}

interface TopBarProps {
  bell: ReactNode
  account: ReactNode
  onSearch: () => void
}

function TopBar({ bell, account, onSearch }: TopBarProps) {
  const title = usePageTitle()
  return (
    <header className={classes.bar}>
      <div className={classes.title}>{title && <Title order={1}>{title}</Title>}</div>
      <SearchButton onClick={onSearch} />
      <ButtonLink
        to="/portal/listings/new"
        h={34}
        px={14}
        className={classes.onLaptop}
        leftSection={<IconPlus {...icon} size={16} />}
      >
        New listing
      </ButtonLink>
      <IconLink to="/portal/listings/new" size={36} aria-label="New listing" className={classes.onPhone}>
        <IconPlus {...icon} />
      </IconLink>
      {bell}
      {account}
    </header>
  )
}

const opens = {
  'aria-haspopup': 'dialog',
  'aria-keyshortcuts': 'Control+K Meta+K',
} as const

/** Opens the palette. Looks like a search field where there is room, and is an icon elsewhere. */
const SearchButton = ({ onClick }: { onClick: () => void }) => (
  <>
    <UnstyledButton {...opens} className={classes.searchField} onClick={onClick}>
      <IconSearch {...icon} size={16} />
      <span className={classes.searchText}>Search</span>
      <Keys keys={SEARCH_SHORTCUT.keys} />
    </UnstyledButton>
    <ActionIcon
      {...opens}
      aria-label="Search"
      className={classes.searchIcon}
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

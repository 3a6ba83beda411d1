import { Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ButtonLink, IconLink } from '../links.tsx'
import { icon } from '../theme.ts'
import { SearchButton } from './SearchButton.tsx'
import classes from './TopBar.module.css'
import { usePageTitle } from './usePageTitle.ts'

interface TopBarProps {
  bell: ReactNode
  account: ReactNode
  onSearch: () => void
}

export function TopBar({ bell, account, onSearch }: TopBarProps) {
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

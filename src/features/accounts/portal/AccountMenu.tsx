import { Menu, Text, UnstyledButton } from '@mantine/core'
import { IconHelp, IconLock, IconLogout, IconSettings, IconWorld } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lockNow } from '#platform/auth/lock.ts'
import { nameOrEmail } from '#ui/format/format.ts'
import { MenuLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import { currentUserQuery } from '../accounts.functions.ts'
import classes from './AccountMenu.module.css'
import { useSignOut } from './useSignOut.ts'

interface AccountMenuProps {
  /** The entries about the agency. */
  agency: ReactNode
}

export function AccountMenu({ agency }: AccountMenuProps) {
  const { data: user } = useSuspenseQuery(currentUserQuery)
  const signOut = useSignOut()
  return (
    <Menu position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={classes.opener} aria-label="Account" data-initials={agentInitials(user)} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="black" truncate>
            <bdi>{nameOrEmail(user)}</bdi>
          </Text>
          {nameOrEmail(user) !== user.email && (
            <Text size="xs" c="dimmed" truncate>
              {user.email}
            </Text>
          )}
        </Menu.Label>
        <Menu.Divider />
        <MenuLink to="/portal/settings" leftSection={<IconSettings {...icon} />}>
          Settings
        </MenuLink>
        {agency}
        <MenuLink to="/help" leftSection={<IconHelp {...icon} />}>
          Help
        </MenuLink>
        <MenuLink to="/" leftSection={<IconWorld {...icon} />}>
          Home page
        </MenuLink>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLock {...icon} />} onClick={lockNow}>
          Lock now
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout {...icon} />}
          disabled={signOut.isPending}
          closeMenuOnClick={false}
          onClick={() => signOut.mutate()}
        >
          {signOut.isPending ? 'Signing out…' : 'Sign out'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface Named {
  firstName: string
  lastName: string
  email: string
}

function agentInitials({ firstName, lastName, email }: Named) {
  const letters = firstLetter(firstName) + firstLetter(lastName)
  return (letters || firstLetter(email)).toUpperCase()
}

/** By code points, so that a surrogate pair is not split. */
const firstLetter = (word: string) => [...word.trim()][0] ?? ''

import { ActionIcon, Menu } from '@mantine/core'
import { IconSettings, IconUserCircle, IconWorld } from '@tabler/icons-react'
import { MenuLink } from '../links.tsx'
import { icon } from '../theme.ts'

export function AccountMenu() {
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="gray.7" size={36} aria-label="Account">
          <IconUserCircle {...icon} size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuLink to="/portal/settings" leftSection={<IconSettings {...icon} />}>
          Settings
        </MenuLink>
        <MenuLink to="/" leftSection={<IconWorld {...icon} />}>
          Home page
        </MenuLink>
      </Menu.Dropdown>
    </Menu>
  )
}

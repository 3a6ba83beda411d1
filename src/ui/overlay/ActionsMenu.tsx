import { ActionIcon, Menu, type MenuProps } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { icon } from '../theme/theme.ts'

interface ActionsMenuProps extends Pick<MenuProps, 'returnFocus'> {
  /** What it acts on. */
  itemName: string
  className?: string
  children: ReactNode
}

/** What can be done with one thing of a list. */
export const ActionsMenu = ({ itemName, className, children, returnFocus }: ActionsMenuProps) => (
  // In the page's own landmark. Nothing but its items may take the focus.
  <Menu
    position="bottom-end"
    width={208}
    portalProps={{ target: '#content' }}
    withInitialFocusPlaceholder={false}
    returnFocus={returnFocus}
  >
    <Menu.Target>
      <ActionIcon
        className={className}
        variant="subtle"
        color="gray"
        c="gray.7"
        size={32}
        aria-label={`Actions for ${itemName}`}
      >
        <IconDots {...icon} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)

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

/** The actions for one item of a list. */
export const ActionsMenu = ({ itemName, className, children, returnFocus }: ActionsMenuProps) => (
  // Rendered inside the page's landmark. Only its items can be focused.
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

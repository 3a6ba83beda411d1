import { ActionIcon, Indicator, Popover, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatBadgeCount, unreadLabel } from '#ui/format/format.ts'
import { icon } from '#ui/theme/theme.ts'

interface BellProps {
  unread: number
  /** The notifications. Gets a function that closes the bell. */
  children: (close: () => void) => ReactNode
}

/** The bell of the top bar. */
export function Bell({ unread, children }: BellProps) {
  const [opened, { close, toggle }] = useDisclosure()
  return (
    <Popover
      position="bottom-end"
      width="min(360px, calc(100vw - 24px))"
      trapFocus
      returnFocus
      opened={opened}
      onChange={close}
    >
      <Indicator label={formatBadgeCount(unread)} size={16} offset={9} disabled={unread === 0} color="teal.9">
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            c="gray.7"
            size={36}
            aria-label={unread ? `Notifications, ${unreadLabel(unread)}` : 'Notifications'}
            onClick={toggle}
          >
            <IconBell {...icon} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label="Notifications" p={0}>
        {children(close)}
      </Popover.Dropdown>
      {/* Screen readers announce changes on every page. */}
      <VisuallyHidden role="status">{unread > 0 && unreadLabel(unread)}</VisuallyHidden>
    </Popover>
  )
}

import { ActionIcon, Popover, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { icon } from '../theme.ts'

/** The bell of the top bar; what is new goes inside. */
export function Bell({ children = <NothingNew /> }: { children?: ReactNode }) {
  return (
    <Popover position="bottom-end" width={320} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" c="gray.7" size={36} aria-label="Notifications">
          <IconBell {...icon} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Notifications">{children}</Popover.Dropdown>
    </Popover>
  )
}

function NothingNew() {
  return (
    <div data-autofocus tabIndex={-1}>
      <Text size="sm" fw={600}>
        Nothing new
      </Text>
      <Text size="sm" c="dimmed">
        When a buyer leaves their details, you will see it here.
      </Text>
    </div>
  )
}

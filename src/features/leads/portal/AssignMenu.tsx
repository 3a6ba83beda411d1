import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { nameOrEmail } from '#features/agencies/portal/memberNames.ts'
import { useTeam } from '#features/agencies/portal/useTeam.ts'
import { icon } from '#ui/theme/theme.ts'

/** Gives all selected leads to one colleague. Agents alone don't see it. */
export function AssignMenu({ onAssign }: { onAssign: (assigneeId: string | null) => void }) {
  const { isTeam, agents } = useTeam()
  if (!isTeam) return null
  return (
    <Menu position="top-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" size="xs" rightSection={<IconChevronDown {...icon} size={16} />}>
          Assign
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Item onClick={() => onAssign(null)}>Lead agent of the listing</Menu.Item>
        {agents.map((agent) => (
          <Menu.Item key={agent.id} onClick={() => onAssign(agent.id)}>
            <bdi>{nameOrEmail(agent)}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

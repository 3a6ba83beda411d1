import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { nameOrEmail } from '#features/agencies/portal/memberNames.ts'
import { useTeam } from '#features/agencies/portal/useTeam.ts'
import { icon } from '#ui/theme/theme.ts'
import { isAssignable } from '../followUp/followUp.schema.ts'
import type { ListedLead } from '../leads.functions.ts'

interface AssignMenuProps {
  leads: readonly ListedLead[]
  onAssign: (assigneeId: string | null) => void
}

/** Gives all selected leads to one colleague, who can look after each of them. Agents alone don't see it. */
export function AssignMenu({ leads, onAssign }: AssignMenuProps) {
  const { isTeam, agents } = useTeam()
  if (!isTeam) return null
  const assignable = agents.filter((agent) => leads.every((lead) => isAssignable(agent, lead)))
  return (
    <Menu position="top-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" size="xs" rightSection={<IconChevronDown {...icon} size={16} />}>
          Assign
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Item onClick={() => onAssign(null)}>Lead agent of the listing</Menu.Item>
        {assignable.map((agent) => (
          <Menu.Item key={agent.id} onClick={() => onAssign(agent.id)}>
            <bdi>{nameOrEmail(agent)}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

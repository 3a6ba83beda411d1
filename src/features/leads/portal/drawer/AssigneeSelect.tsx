import { NativeSelect } from '@mantine/core'
import { useTeam } from '#features/agencies/portal/useTeam.ts'
import { isAssignable } from '../../followUp/followUp.schema.ts'
import type { OwnLead } from '../../leads.functions.ts'
import { useLeadActions } from '../useLeadActions.ts'

/** Who looks after the lead. Agents alone don't see it. */
export function AssigneeSelect({ lead }: { lead: OwnLead }) {
  const { isTeam, agents, nameOf } = useTeam()
  const { assign } = useLeadActions()
  if (!isTeam) return null
  const { userId, assigneeId } = lead
  const assignable = agents.filter((agent) => agent.id !== userId && isAssignable(agent, lead))
  const ids = new Set([...assignable.map(({ id }) => id), ...(assigneeId ? [assigneeId] : [])])
  return (
    <NativeSelect
      label="Assigned to"
      value={assigneeId ?? ''}
      data={[
        { value: '', label: `${nameOf(userId)} (lead agent)` },
        ...[...ids].map((id) => ({ value: id, label: nameOf(id) })),
      ]}
      onChange={(event) => assign({ leads: [lead], assigneeId: event.currentTarget.value || null })}
    />
  )
}

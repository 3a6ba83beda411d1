import { Button, Menu } from '@mantine/core'
import { IconCalendarPlus, IconChevronDown, IconDownload, IconMail } from '@tabler/icons-react'
import { useTeam } from '#features/agencies/portal/useTeam.ts'
import { nameOrEmail } from '#ui/format/format.ts'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import { isAssignable } from '../followUp/followUp.schema.ts'
import type { ListedLead } from '../leads.functions.ts'
import { MAX_LEADS_PER_CALL } from '../leads.schema.ts'
import {
  type LeadStatus,
  leadStatuses,
  MAX_EXPORTED_SELECTION,
  selectedLeadsCsvUrl,
  statusLabels,
} from '../leadsSearch.ts'

interface SelectedLeadsActionsProps {
  leads: readonly ListedLead[]
  onStatus: (status: LeadStatus) => void
  onPlan: () => void
  onAssign: (assigneeId: string | null) => void
}

const smallIcon = { ...icon, size: 16 }

/** What can be done with all selected leads, besides archiving them. */
export const SelectedLeadsActions = ({ leads, onStatus, onPlan, onAssign }: SelectedLeadsActionsProps) => (
  <>
    <Menu position="top-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" size="xs" rightSection={<IconChevronDown {...smallIcon} />}>
          Status
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {leadStatuses.map((status) => (
          <Menu.Item key={status} onClick={() => onStatus(status)}>
            {statusLabels[status]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
    <Button variant="default" size="xs" leftSection={<IconCalendarPlus {...smallIcon} />} onClick={onPlan}>
      Next action
    </Button>
    <MessageLink leads={leads} />
    <AssignMenu leads={leads} onAssign={onAssign} />
    {leads.length <= MAX_EXPORTED_SELECTION && (
      <Button
        component="a"
        href={selectedLeadsCsvUrl(leads.map(({ id }) => id))}
        download
        variant="default"
        size="xs"
        leftSection={<IconDownload {...smallIcon} />}
      >
        Export
      </Button>
    )}
  </>
)

/** One message is about one listing. */
function MessageLink({ leads }: { leads: readonly ListedLead[] }) {
  const listingIds = new Set(leads.map(({ listingId }) => listingId))
  const [id] = listingIds
  if (!id || listingIds.size > 1 || leads.length > MAX_LEADS_PER_CALL) return null
  return (
    <ButtonLink
      to="/portal/listings/$id/messages/new"
      params={{ id }}
      search={{ leads: leads.map((lead) => lead.id).join(',') }}
      variant="default"
      size="xs"
      leftSection={<IconMail {...smallIcon} />}
    >
      Message
    </ButtonLink>
  )
}

interface AssignMenuProps {
  leads: readonly ListedLead[]
  onAssign: (assigneeId: string | null) => void
}

/** Gives all selected leads to one colleague, who can look after each of them. Agents alone don't see it. */
function AssignMenu({ leads, onAssign }: AssignMenuProps) {
  const { isTeam, agents } = useTeam()
  if (!isTeam) return null
  const assignable = agents.filter((agent) => leads.every((lead) => isAssignable(agent, lead)))
  return (
    <Menu position="top-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" size="xs" rightSection={<IconChevronDown {...smallIcon} />}>
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

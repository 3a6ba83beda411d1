import { Button, Menu } from '@mantine/core'
import { IconCalendarPlus, IconChevronDown, IconDownload } from '@tabler/icons-react'
import { icon } from '#ui/theme/theme.ts'
import type { ListedLead } from '../leads.functions.ts'
import {
  type LeadStatus,
  leadStatuses,
  MAX_EXPORTED_SELECTION,
  selectedLeadsCsvUrl,
  statusLabels,
} from '../leadsSearch.ts'
import { AssignMenu } from './AssignMenu.tsx'

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

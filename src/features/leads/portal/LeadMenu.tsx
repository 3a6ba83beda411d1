import { Menu } from '@mantine/core'
import { IconAddressBook, IconArchive, IconArchiveOff, IconCalendarPlus, IconCheck } from '@tabler/icons-react'
import { fullName } from '#ui/format/format.ts'
import { MenuLink } from '#ui/links.tsx'
import { ActionsMenu } from '#ui/overlay/ActionsMenu.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { ListedLead } from '../leads.functions.ts'
import { useLeadActions } from './useLeadActions.ts'

interface LeadMenuProps {
  lead: ListedLead
  onPlan: (lead: ListedLead) => void
}

/** The actions for one lead of the list. */
export function LeadMenu({ lead, onPlan }: LeadMenuProps) {
  const { planNext, archive, restore } = useLeadActions()
  return (
    <ActionsMenu itemName={fullName(lead)}>
      <Menu.Item leftSection={<IconCalendarPlus {...icon} />} onClick={() => onPlan(lead)}>
        {lead.nextActionAt ? 'Change next action' : 'Plan next action'}
      </Menu.Item>
      {lead.nextActionAt && (
        <Menu.Item leftSection={<IconCheck {...icon} />} onClick={() => planNext({ leads: [lead], next: null })}>
          Mark as done
        </Menu.Item>
      )}
      <MenuLink to="/portal/people/$id" params={{ id: lead.personId }} leftSection={<IconAddressBook {...icon} />}>
        View person
      </MenuLink>
      <Menu.Divider />
      {lead.archivedAt ? (
        <Menu.Item leftSection={<IconArchiveOff {...icon} />} onClick={() => restore([lead])}>
          Restore
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => archive([lead])}>
          Archive
        </Menu.Item>
      )}
    </ActionsMenu>
  )
}

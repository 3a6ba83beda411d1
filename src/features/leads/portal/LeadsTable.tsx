import { ActionIcon, Menu, Skeleton } from '@mantine/core'
import {
  IconAddressBook,
  IconArchive,
  IconArchiveOff,
  IconCalendarPlus,
  IconCheck,
  IconPhone,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ColleagueInitials } from '#features/agencies/portal/ColleagueInitials.tsx'
import { HeatBadge } from '#features/analytics/portal/HeatBadge.tsx'
import { Pill, type PillTone } from '#ui/display/Pill.tsx'
import { phoneLink } from '#ui/format/contactLinks.ts'
import { formatRelativeTime } from '#ui/format/elapsedTime.ts'
import { fullName } from '#ui/format/format.ts'
import { MenuLink } from '#ui/links.tsx'
import { ActionsMenu } from '#ui/overlay/ActionsMenu.tsx'
import { Initials } from '#ui/table/PersonCell.tsx'
import { RowTable, RowTableSkeleton, SelectCell } from '#ui/table/RowTable.tsx'
import type { SelectAllProps } from '#ui/table/selection.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { ListedLead } from '../leads.functions.ts'
import { type LeadStatus, statusLabels } from '../leadsSearch.ts'
import { NextActionText } from './drawer/NextAction.tsx'
import classes from './LeadsTable.module.css'
import { useLeadActions } from './useLeadActions.ts'
import { VerifiedSign } from './VerifiedBadge.tsx'

interface LeadsTableProps {
  selectAll: SelectAllProps
  children: ReactNode
}

const columns = [
  { name: 'Name', cellClassName: classes.lead, skeleton: <NameSkeleton /> },
  { name: 'Listing', className: classes.listing },
  { name: 'Status', className: classes.status },
  { name: 'Heat', className: classes.heat },
  { name: 'Opened', className: classes.figure },
  { name: 'Downloaded', className: classes.figure },
  { name: 'Last seen', className: classes.time },
  { name: 'Received', className: classes.time },
  { name: 'Actions', className: classes.menu, hasHiddenName: true },
]

/** A table on a laptop; on a phone each row is a card. */
export const LeadsTable = ({ selectAll, children }: LeadsTableProps) => (
  <RowTable className={classes.table} columns={columns} selectAll={selectAll} folds>
    {children}
  </RowTable>
)

export const LeadsSkeleton = () => (
  <RowTableSkeleton className={classes.table} columns={columns} selectAll={{}} folds rowClassName={classes.row} />
)

function NameSkeleton() {
  return (
    <div className={classes.beside}>
      <Skeleton w={36} h={36} circle className={classes.initials} />
      <div className={classes.names}>
        <Skeleton h={12} w={140} my={5} />
        <Skeleton h={12} w={104} my={4} />
        <div className={classes.onPhone}>
          <Skeleton h={12} w={140} my={4} />
        </div>
        <div className={classes.third}>
          <Skeleton h={10} w={160} my={5} />
        </div>
      </div>
    </div>
  )
}

interface LeadRowProps {
  lead: ListedLead
  now: Date
  timeZone: string
  isOpen: boolean
  isSelected: boolean
  onToggle: (id: string) => void
  onOpen: () => void
  onPlan: (lead: ListedLead) => void
}

export function LeadRow({ lead, now, timeZone, isOpen, isSelected, onToggle, onOpen, onPlan }: LeadRowProps) {
  const {
    id,
    listingTitle,
    phone,
    phoneText,
    status,
    heat,
    brief,
    openedFiles,
    downloadedFiles,
    lastSeenAt,
    createdAt,
  } = lead
  const name = fullName(lead)
  return (
    <tr className={classes.row} data-selected={isSelected || undefined} data-open={isOpen || undefined}>
      <SelectCell rowName={name} isSelected={isSelected} onToggle={() => onToggle(id)} />
      <th scope="row" className={classes.lead}>
        <div className={classes.beside}>
          <span className={classes.initials}>
            <Initials {...lead} />
          </span>
          <div className={classes.names}>
            <div className={classes.top}>
              <div className={classes.name}>
                <Link
                  from="/portal/leads"
                  search={(search) => ({ ...search, lead: id })}
                  resetScroll={false}
                  className={classes.link}
                  onClick={onOpen}
                >
                  <bdi>{name}</bdi>
                </Link>
                {lead.isVerified && <VerifiedSign />}
                <ColleagueInitials
                  userId={lead.assigneeId ?? lead.userId}
                  as={lead.assigneeId ? 'Assigned to' : 'Lead agent'}
                />
              </div>
              <span className={`${classes.pills} ${classes.onPhone}`}>
                <HeatBadge heat={heat} />
                <StatusPill status={status} />
              </span>
            </div>
            <div className={classes.second}>{phoneText || lead.email}</div>
            <NextActionText lead={lead} timeZone={timeZone} />
            <bdi className={`${classes.second} ${classes.onPhone}`}>{listingTitle}</bdi>
            <div className={classes.third}>
              <bdi className={classes.brief}>{brief}</bdi>
              Seen <TimeAgo moment={lastSeenAt} now={now} timeZone={timeZone} />
            </div>
          </div>
          {phone && (
            <ActionIcon
              component="a"
              href={phoneLink(phone)}
              variant="default"
              size={44}
              className={`${classes.call} ${classes.onPhone}`}
              aria-label={`Call ${name}`}
            >
              <IconPhone {...icon} />
            </ActionIcon>
          )}
        </div>
      </th>
      <td className={classes.listing}>
        <bdi>{listingTitle}</bdi>
      </td>
      <td className={classes.status}>
        <StatusPill status={status} />
      </td>
      <td className={classes.heat}>
        <HeatBadge heat={heat} />
      </td>
      <td className={classes.figure}>{openedFiles || <span className={classes.none}>0</span>}</td>
      <td className={classes.figure}>{downloadedFiles || <span className={classes.none}>0</span>}</td>
      <td className={classes.time}>
        <TimeAgo moment={lastSeenAt} now={now} timeZone={timeZone} />
      </td>
      <td className={classes.time}>
        <TimeAgo moment={createdAt} now={now} timeZone={timeZone} />
      </td>
      <td className={classes.menu}>
        <LeadMenu lead={lead} onPlan={onPlan} />
      </td>
    </tr>
  )
}

interface LeadMenuProps {
  lead: ListedLead
  onPlan: (lead: ListedLead) => void
}

/** The actions for one lead of the list. */
function LeadMenu({ lead, onPlan }: LeadMenuProps) {
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

const TimeAgo = ({ moment, now, timeZone }: { moment: Date; now: Date; timeZone: string }) => (
  // The server's clock and the browser's may differ by a minute.
  <time dateTime={moment.toISOString()} suppressHydrationWarning>
    {formatRelativeTime(moment, now, timeZone)}
  </time>
)

const statusTones: Record<LeadStatus, PillTone> = {
  new: 'positive',
  contacted: 'neutral',
  viewing: 'partial',
  offer: 'attention',
  closed: 'ended',
}

const StatusPill = ({ status }: { status: LeadStatus }) => (
  <Pill tone={statusTones[status]}>{statusLabels[status]}</Pill>
)

import { Checkbox, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Initials, Pill, type PillLook } from '#ui/display/badges.tsx'
import { documentsReadText } from '#ui/events/eventText.ts'
import { formatRelativeTime } from '#ui/format/elapsedTime.ts'
import { CheckCell, RowTable } from '#ui/table/RowTable.tsx'
import { SelectAll, type SelectAllProps } from '#ui/table/selection.tsx'
import type { ListedLead } from '../leads.functions.ts'
import { type LeadStatus, statusLabels } from '../leadsSearch.ts'
import classes from './LeadsTable.module.css'
import { leadName } from './useLeadActions.ts'

interface LeadsTableProps extends SelectAllProps {
  children: ReactNode
}

const columns = [
  { name: 'Name' },
  { name: 'Listing', className: classes.home },
  { name: 'Status', className: classes.status },
  { name: 'Opened', className: classes.figure },
  { name: 'Downloaded', className: classes.figure },
  { name: 'Last seen', className: classes.time },
  { name: 'Received', className: classes.time },
]

/** A table on a laptop; on a phone each row is a card. */
export const LeadsTable = ({ children, ...choice }: LeadsTableProps) => (
  <RowTable className={classes.table} columns={columns} check={<SelectAll {...choice} />} folds>
    {children}
  </RowTable>
)

interface LeadRowProps {
  lead: ListedLead
  now: Date
  timeZone: string
  isOpen: boolean
  isChosen: boolean
  onChoose: (id: string) => void
  onOpen: () => void
}

export function LeadRow({ lead, now, timeZone, isOpen, isChosen, onChoose, onOpen }: LeadRowProps) {
  const { id, listingTitle, phoneText, status, openedFiles, downloadedFiles, lastSeenAt, createdAt } = lead
  const name = leadName(lead)
  return (
    <tr className={classes.row} data-chosen={isChosen || undefined} data-open={isOpen || undefined}>
      <CheckCell>
        <Checkbox size="sm" aria-label={`Select ${name}`} checked={isChosen} onChange={() => onChoose(id)} />
      </CheckCell>
      <th scope="row" className={classes.lead}>
        <div className={classes.beside}>
          <Initials {...lead} />
          <div className={classes.names}>
            <div className={classes.top}>
              <Link
                from="/portal/leads"
                search={(search) => ({ ...search, lead: id })}
                resetScroll={false}
                className={classes.link}
                onClick={onOpen}
              >
                <bdi>{name}</bdi>
              </Link>
              <span className={classes.onPhone}>
                <StatusPill status={status} />
              </span>
            </div>
            <div className={classes.second}>
              <span className={classes.onLaptop}>{phoneText}</span>
              <bdi className={classes.onPhone}>{listingTitle}</bdi>
            </div>
            <div className={classes.third}>
              {documentsReadText(lead)} · seen <TimeAgo moment={lastSeenAt} now={now} timeZone={timeZone} />
            </div>
          </div>
        </div>
      </th>
      <td className={classes.home}>
        <bdi>{listingTitle}</bdi>
      </td>
      <td className={classes.status}>
        <StatusPill status={status} />
      </td>
      <td className={classes.figure}>{openedFiles || <span className={classes.none}>0</span>}</td>
      <td className={classes.figure}>{downloadedFiles || <span className={classes.none}>0</span>}</td>
      <td className={classes.time}>
        <TimeAgo moment={lastSeenAt} now={now} timeZone={timeZone} />
      </td>
      <td className={classes.time}>
        <TimeAgo moment={createdAt} now={now} timeZone={timeZone} />
      </td>
    </tr>
  )
}

const TimeAgo = ({ moment, now, timeZone }: { moment: Date; now: Date; timeZone: string }) => (
  // The server's clock and the browser's may differ by a minute.
  <time dateTime={moment.toISOString()} suppressHydrationWarning>
    {formatRelativeTime(moment, now, timeZone)}
  </time>
)

const statusLooks: Record<LeadStatus, PillLook> = {
  new: 'live',
  contacted: 'open',
  viewing: 'half',
  offer: 'warm',
  closed: 'over',
}

const StatusPill = ({ status }: { status: LeadStatus }) => (
  <Pill look={statusLooks[status]}>{statusLabels[status]}</Pill>
)

const skeletonRows = [1, 2, 3, 4, 5, 6, 7, 8]

/** As tall as what it stands for, so that nothing moves when that arrives. */
export const LeadsSkeleton = () => (
  <div role="status" aria-label="Loading your leads">
    <LeadsTable>
      {skeletonRows.map((place) => (
        <tr key={place} className={classes.row}>
          <CheckCell />
          <td className={classes.lead}>
            <div className={classes.beside}>
              <Skeleton w={36} h={36} circle style={{ flex: 'none' }} />
              <div className={classes.names}>
                <Skeleton h={12} w={140} my={5} />
                <Skeleton h={12} w={104} my={4} />
                <div className={classes.third}>
                  <Skeleton h={10} w={160} my={5} />
                </div>
              </div>
            </div>
          </td>
          <td className={classes.home} />
          <td className={classes.status} />
          <td className={classes.figure} />
          <td className={classes.figure} />
          <td className={classes.time} />
          <td className={classes.time} />
        </tr>
      ))}
    </LeadsTable>
  </div>
)

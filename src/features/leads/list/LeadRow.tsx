import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { documentsReadText } from '#ui/events/eventText.ts'
import { Initials } from '#ui/Initials.tsx'
import { CheckCell } from '#ui/RowTable.tsx'
import { formatRelativeTime } from '#ui/relativeTime.ts'
import type { ListedLead } from '../leads.functions.ts'
import { StatusPill } from '../StatusPill.tsx'
import { leadName } from '../useLeadDeeds.ts'
import classes from './LeadsTable.module.css'

interface LeadRowProps {
  lead: ListedLead
  now: Date
  isOpen: boolean
  isChosen: boolean
  onChoose: (id: string) => void
  onOpen: () => void
}

export function LeadRow({ lead, now, isOpen, isChosen, onChoose, onOpen }: LeadRowProps) {
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
                search={(wish) => ({ ...wish, lead: id })}
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
              {documentsReadText(lead)} · seen <TimeAgo moment={lastSeenAt} now={now} />
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
        <TimeAgo moment={lastSeenAt} now={now} />
      </td>
      <td className={classes.time}>
        <TimeAgo moment={createdAt} now={now} />
      </td>
    </tr>
  )
}

const TimeAgo = ({ moment, now }: { moment: Date; now: Date }) => (
  // The server's clock and the browser's may differ by a minute.
  <time dateTime={moment.toISOString()} suppressHydrationWarning>
    {formatRelativeTime(moment, now)}
  </time>
)

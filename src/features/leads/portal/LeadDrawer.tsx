import { ActionIcon, Button, NativeSelect, Skeleton, Text, Tooltip } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconChartBar,
  IconCopy,
  IconLock,
  IconLockOpen,
  IconMail,
  IconPhone,
} from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { EventTimeline } from '#features/analytics/portal/EventTimeline.tsx'
import { replySubject } from '#features/listings/listingLinks.ts'
import { AppError } from '#platform/errors.ts'
import { copyText } from '#ui/feedback/copyText.ts'
import { emailLink, phoneLink } from '#ui/format/contactLinks.ts'
import { fullDate, fullDateTime, shortDate } from '#ui/format/dates.ts'
import { fullName } from '#ui/format/format.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { ButtonLink, TextLink } from '#ui/links.tsx'
import { SideDrawer } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { leadQuery, leadTimelineQuery, type OwnLead } from '../leads.functions.ts'
import { leadStatuses, statusLabels } from '../leadsSearch.ts'
import { AgentNote } from './AgentNote.tsx'
import { LeadAnswers } from './LeadAnswers.tsx'
import classes from './LeadDrawer.module.css'
import { useLeadActions } from './useLeadActions.ts'
import { VerifiedBadge } from './VerifiedBadge.tsx'

interface LeadDrawerProps {
  /** Empty while it is closed. */
  id: string
  timeZone: string
  onClose: () => void
}

/** Everything about one lead, beside the list. */
export function LeadDrawer({ id, timeZone, onClose }: LeadDrawerProps) {
  const { data, error, isFetching, refetch } = useQuery({ ...leadQuery(id), enabled: id !== '' })
  const lead = data?.id === id ? data : undefined
  const isMissing = error instanceof AppError && error.status === 404
  return (
    <SideDrawer
      opened={id !== ''}
      onClose={onClose}
      position="right"
      size="min(100%, 480px)"
      title={lead ? fullName(lead) : 'Lead'}
    >
      {lead && <LeadDetails key={lead.id} lead={lead} timeZone={timeZone} />}
      {!lead && isMissing && (
        <Text c="dimmed" size="sm">
          This lead no longer exists. The buyer may have deleted their details.
        </Text>
      )}
      {!lead && error && !isMissing && <SectionError what="this lead" busy={isFetching} onRetry={refetch} />}
      {!lead && !error && <LeadSkeleton />}
    </SideDrawer>
  )
}

const LeadDetails = ({ lead, timeZone }: { lead: OwnLead; timeZone: string }) => (
  <div className={classes.lead}>
    <ContactDetails lead={lead} timeZone={timeZone} />
    <StatusSelect lead={lead} />
    <AgentNote lead={lead} />
    <LeadTimeline id={lead.id} timeZone={timeZone} />
    <LeadFooter lead={lead} timeZone={timeZone} />
  </div>
)

const LeadSkeleton = () => (
  <div role="status" aria-label="Loading lead" className={classes.lead}>
    <Skeleton h={14} w="60%" />
    <Skeleton h={36} />
    <Skeleton h={72} />
    <Skeleton h={60} />
    <Skeleton h={92} />
    <Skeleton h={160} />
  </div>
)

/** How to reach the buyer, and what they wrote. */
function ContactDetails({ lead, timeZone }: { lead: OwnLead; timeZone: string }) {
  const { firstName, email, phone, phoneText, note, furtherNotes, listingId, listingTitle, createdAt } = lead
  return (
    <section className={classes.contact} aria-label="Contact">
      <p className={classes.about}>
        Asked about{' '}
        <TextLink to="/portal/listings/$id" params={{ id: listingId }} inherit underline="always">
          <bdi>{listingTitle}</bdi>
        </TextLink>{' '}
        on {fullDate(createdAt, timeZone)}
      </p>
      <div className={classes.buttons}>
        <Button component="a" href={phoneLink(phone)} leftSection={<IconPhone {...icon} />}>
          Call
        </Button>
        <Button
          component="a"
          href={emailLink(lead.email, replySubject(lead.listingTitle))}
          variant="default"
          leftSection={<IconMail {...icon} />}
        >
          Email
        </Button>
      </div>
      <dl className={classes.facts}>
        <ContactFact name="Phone" value={phoneText} />
        <ContactFact name="Email" value={email} />
      </dl>
      {lead.isVerified && <VerifiedBadge />}
      <LeadAnswers answers={lead.answers} />
      {note && (
        <figure className={classes.note}>
          <figcaption>
            <bdi>{firstName}</bdi> wrote
          </figcaption>
          <blockquote dir="auto">{note}</blockquote>
        </figure>
      )}
      {furtherNotes.map((one) => (
        <FurtherNoteQuote key={one.id} note={one} timeZone={timeZone} />
      ))}
    </section>
  )
}

const FurtherNoteQuote = ({ note, timeZone }: { note: OwnLead['furtherNotes'][number]; timeZone: string }) => (
  <figure className={classes.note}>
    <figcaption>
      Wrote again on {fullDateTime(note.createdAt, timeZone)}
      {!note.fromOwnBrowser && <span className={classes.unconfirmed}>Not confirmed by email</span>}
    </figcaption>
    {note.body && <blockquote dir="auto">{note.body}</blockquote>}
    {note.phone && (
      <p className={classes.otherPhone}>
        Different phone number: <a href={phoneLink(note.phone)}>{note.phoneText}</a>
      </p>
    )}
  </figure>
)

const ContactFact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <span className={classes.value}>{value}</span>
      <Tooltip label="Copy">
        <ActionIcon
          variant="subtle"
          color="gray"
          c="gray.7"
          aria-label={`Copy ${name.toLowerCase()}`}
          onClick={() => void copyText(value, `${name} copied`)}
        >
          <IconCopy {...icon} size={16} />
        </ActionIcon>
      </Tooltip>
    </dd>
  </>
)

const statusOptions = leadStatuses.map((status) => ({ value: status, label: statusLabels[status] }))

/** The agent's status of the lead. Buyers never see it. */
function StatusSelect({ lead: { id, status } }: { lead: OwnLead }) {
  const { setStatus } = useLeadActions()
  return (
    <NativeSelect
      label="Status"
      data={statusOptions}
      value={status}
      onChange={(event) => {
        const selected = leadStatuses[event.currentTarget.selectedIndex]
        if (selected) setStatus({ id, status: selected })
      }}
    />
  )
}

/** What this buyer did, the latest first. */
function LeadTimeline({ id, timeZone }: { id: string; timeZone: string }) {
  const list = useInfiniteQuery(leadTimelineQuery(id))
  const steps = list.data?.pages.flatMap((page) => page.steps) ?? []
  return (
    <section aria-labelledby="lead-timeline">
      <h3 id="lead-timeline" className={classes.heading}>
        Activity
      </h3>
      <EventTimeline heading="h4" query={list} steps={steps} timeZone={timeZone} />
    </section>
  )
}

const smallIcon = { ...icon, size: 16 }

/** Actions for the whole lead. */
function LeadFooter({ lead, timeZone }: { lead: OwnLead; timeZone: string }) {
  const { archive, restore, removeLeadAccess, restoreLeadAccess } = useLeadActions()
  const { withdrawnAt, archivedAt } = lead
  return (
    <section className={classes.foot} aria-label="Actions">
      {withdrawnAt && (
        <p className={classes.closed}>
          You removed this buyer’s access to the documents on {shortDate(withdrawnAt, timeZone)}.
        </p>
      )}
      <div className={classes.actions}>
        <ButtonLink
          to="/portal/analytics"
          search={{ leadId: lead.id, range: '12m' }}
          variant="default"
          size="xs"
          leftSection={<IconChartBar {...smallIcon} />}
        >
          View all activity
        </ButtonLink>
        {withdrawnAt ? (
          <ActionButton Icon={IconLockOpen} label="Restore access" onClick={() => restoreLeadAccess(lead)} />
        ) : (
          <ActionButton Icon={IconLock} label="Remove access" onClick={() => removeLeadAccess(lead)} />
        )}
        {archivedAt ? (
          <ActionButton Icon={IconArchiveOff} label="Restore" onClick={() => restore([lead])} />
        ) : (
          <ActionButton Icon={IconArchive} label="Archive" onClick={() => archive([lead])} />
        )}
      </div>
    </section>
  )
}

const ActionButton = ({ Icon, label, onClick }: { Icon: typeof IconLock; label: string; onClick: () => void }) => (
  <Button variant="default" size="xs" leftSection={<Icon {...smallIcon} />} onClick={onClick}>
    {label}
  </Button>
)

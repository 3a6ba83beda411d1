import { ActionIcon, Button, NativeSelect, Skeleton, Text, Tooltip } from '@mantine/core'
import {
  IconAddressBook,
  IconArchive,
  IconArchiveOff,
  IconChartBar,
  IconCopy,
  IconLock,
  IconLockOpen,
  IconMessage,
  IconPhone,
} from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTeam } from '#features/agencies/portal/useTeam.ts'
import { EventTimeline } from '#features/analytics/portal/EventTimeline.tsx'
import { auditText } from '#features/audit/auditText.ts'
import { AppError } from '#platform/errors.ts'
import { copyText } from '#ui/feedback/copyOrSaveText.ts'
import { phoneLink, textMessageLink } from '#ui/format/contactLinks.ts'
import { fullDate, fullDateTime, shortDate, weekdayAndDate } from '#ui/format/dates.ts'
import { fullName } from '#ui/format/format.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { ButtonLink, TextLink } from '#ui/links.tsx'
import { SideDrawer } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { channelLabel } from '#values/channelKinds.ts'
import { isAssignable } from '../followUp/followUp.schema.ts'
import { leadQuery, leadTimelineQuery, type OwnLead } from '../leads.functions.ts'
import { leadStatuses, statusLabels } from '../leadsSearch.ts'
import { AgentNote } from './AgentNote.tsx'
import { LeadInsight } from './drawer/LeadInsight.tsx'
import { LeadReading } from './drawer/LeadReading.tsx'
import { NextAction } from './drawer/NextAction.tsx'
import { ReplyMenu } from './drawer/ReplyMenu.tsx'
import { SendLink } from './drawer/SendLink.tsx'
import { SharedWith } from './drawer/SharedWith.tsx'
import { SilencedNotice } from './drawer/SilencedNotice.tsx'
import classes from './LeadDrawer.module.css'
import { useLeadActions } from './useLeadActions.ts'
import { VerifiedBadge } from './VerifiedBadge.tsx'

interface LeadDrawerProps {
  /** Empty while it is closed. */
  id: string
  timeZone: string
  /** Signs the replies that are made from templates. */
  agentName: string
  onClose: () => void
}

/** Everything about one lead, beside the list. */
export function LeadDrawer({ id, timeZone, agentName, onClose }: LeadDrawerProps) {
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
      {lead && <LeadDetails key={lead.id} lead={lead} timeZone={timeZone} agentName={agentName} />}
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

interface LeadDetailsProps {
  lead: OwnLead
  timeZone: string
  agentName: string
}

const LeadDetails = ({ lead, timeZone, agentName }: LeadDetailsProps) => (
  <div className={classes.lead}>
    <LeadInsight lead={lead} />
    <ContactDetails lead={lead} timeZone={timeZone} agentName={agentName} />
    <StatusSelect lead={lead} />
    <AssigneeSelect lead={lead} />
    <NextAction lead={lead} timeZone={timeZone} />
    <AgentNote lead={lead} />
    {lead.readDocuments.length > 0 && <ReadDocuments lead={lead} timeZone={timeZone} />}
    {lead.invitees.length > 0 && <SharedWith lead={lead} timeZone={timeZone} />}
    <LeadTimeline id={lead.id} timeZone={timeZone} />
    <LeadFooter lead={lead} timeZone={timeZone} agentName={agentName} />
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

const beforeListing = {
  form: 'Asked about',
  agent: 'Added by you for',
  import: 'Added by you for',
  open_home: 'Came to an open home at',
}

/** How to reach the buyer, and what they wrote. */
function ContactDetails({ lead, timeZone, agentName }: LeadDetailsProps) {
  const {
    firstName,
    email,
    phone,
    phoneText,
    note,
    furtherNotes,
    listingId,
    listingTitle,
    createdAt,
    source,
    consent,
    openHomeVisits,
    channelKind,
    channelName,
  } = lead
  return (
    <section className={classes.contact} aria-label="Contact">
      <p className={classes.about}>
        {beforeListing[source]}{' '}
        <TextLink to="/portal/listings/$id" params={{ id: listingId }} inherit underline="always">
          <bdi>{listingTitle}</bdi>
        </TextLink>{' '}
        on {fullDate(createdAt, timeZone)}
        {channelKind && (
          <>
            , via <bdi>{channelLabel(channelKind, channelName)}</bdi>
          </>
        )}
        {consent && (
          <>
            . Agreed: <bdi>{consent}</bdi>
          </>
        )}
        {openHomeVisits.length > 0 &&
          `. Came to the open home on ${openHomeVisits.map(({ startsAt }) => weekdayAndDate(startsAt, timeZone)).join(' and ')}`}
      </p>
      <div className={classes.buttons}>
        {phone && (
          <Button component="a" href={phoneLink(phone)} leftSection={<IconPhone {...icon} />}>
            Call
          </Button>
        )}
        {phone && (
          <Button component="a" href={textMessageLink(phone)} variant="default" leftSection={<IconMessage {...icon} />}>
            Text
          </Button>
        )}
        {email && <ReplyMenu lead={lead} agentName={agentName} />}
      </div>
      <dl className={classes.facts}>
        {phone && <ContactFact name="Phone" value={phoneText} />}
        {email && <ContactFact name="Email" value={email} />}
      </dl>
      <SilencedNotice lead={lead} />
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

/** What the buyer answered, with the questions as they were then. */
function LeadAnswers({ answers }: { answers: readonly { question: string; answer: string }[] }) {
  if (answers.length === 0) return null
  return (
    <dl className={classes.answers} aria-label="Answers">
      {answers.map(({ question, answer }) => (
        <div key={question}>
          <dt dir="auto">{question}</dt>
          <dd dir="auto">{answer}</dd>
        </div>
      ))}
    </dl>
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

/** Who looks after the lead. Agents alone don't see it. */
function AssigneeSelect({ lead }: { lead: OwnLead }) {
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

const ReadDocuments = ({ lead, timeZone }: { lead: OwnLead; timeZone: string }) => (
  <section aria-labelledby="lead-reading">
    <h3 id="lead-reading" className={classes.heading}>
      Reading
    </h3>
    <LeadReading lead={lead} timeZone={timeZone} />
  </section>
)

/** What this buyer did, and what the agents did with the lead, the latest first. */
function LeadTimeline({ id, timeZone }: { id: string; timeZone: string }) {
  const { isTeam } = useTeam()
  const list = useInfiniteQuery(leadTimelineQuery(id))
  const steps = (list.data?.pages ?? [])
    .flatMap((page) => page.steps)
    .map((step) => {
      if (!('done' in step)) return step
      // An agent alone knows who it was.
      const { id, at, done } = step
      return { id, at, text: auditText(done), by: isTeam ? done.by : '', times: done.times }
    })
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
function LeadFooter({ lead, timeZone, agentName }: LeadDetailsProps) {
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
        <ButtonLink
          to="/portal/people/$id"
          params={{ id: lead.personId }}
          variant="default"
          size="xs"
          leftSection={<IconAddressBook {...smallIcon} />}
        >
          {lead.personLeadCount === 1 ? 'View person' : `${lead.personLeadCount} enquiries`}
        </ButtonLink>
        {!withdrawnAt && <SendLink lead={lead} agentName={agentName} />}
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

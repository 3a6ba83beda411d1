import { Button, Chip, Group, Skeleton, Text } from '@mantine/core'
import { IconArrowBackUp, IconMessage, IconPhone, IconX } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { HeatBadge } from '#features/analytics/portal/HeatBadge.tsx'
import { exclusionSummary, exclusionTexts } from '#features/leads/exclusionTexts.ts'
import { fillListing } from '#features/leads/messagePlaces.ts'
import { AppError } from '#platform/errors.ts'
import { FactsLine } from '#ui/display/FactsLine.tsx'
import { Pill } from '#ui/display/Pill.tsx'
import { phoneLink, textMessageLink } from '#ui/format/contactLinks.ts'
import { shortDateTime } from '#ui/format/dates.ts'
import { formatAmount, formatCount, fullName } from '#ui/format/format.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { TextLink } from '#ui/links.tsx'
import { SideDrawer } from '#ui/overlay/Dialog.tsx'
import { ListResult, NoRows } from '#ui/table/ListResult.tsx'
import { icon } from '#ui/theme/theme.ts'
import { type MessageDetails, type MessageRecipient, messageQuery } from '../messages.functions.ts'
import type { RecipientFilter } from '../messages.schema.ts'
import classes from './MessageDrawer.module.css'
import { audienceText, bounceText, kindNames, stateNames, stateTones } from './messageLabels.ts'
import { SendingProgress } from './SendingProgress.tsx'
import { progressInterval, useMessageActions } from './useMessageActions.ts'

interface MessageDrawerProps {
  /** Empty while it is closed. */
  id: string
  timeZone: string
  onClose: () => void
}

/** One message: where it stands, and who has not seen it yet. */
export function MessageDrawer({ id, timeZone, onClose }: MessageDrawerProps) {
  return (
    <SideDrawer opened={id !== ''} onClose={onClose} position="right" size="min(100%, 520px)" title="Message">
      {id && <MessageContent key={id} id={id} timeZone={timeZone} />}
    </SideDrawer>
  )
}

function MessageContent({ id, timeZone }: { id: string; timeZone: string }) {
  const [chosen, setShow] = useState<RecipientFilter>()
  const show = chosen ?? 'not_opened'
  const query = useInfiniteQuery({
    ...messageQuery(id, show),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => progressInterval(data?.pages.slice(0, 1) ?? []),
  })
  const { error, isFetching, refetch } = query
  const message = query.data?.pages[0]
  if (!message)
    return error instanceof AppError && error.status === 404 ? (
      <Text c="dimmed" size="sm">
        This message no longer exists.
      </Text>
    ) : error ? (
      <SectionError what="this message" busy={isFetching} onRetry={refetch} />
    ) : (
      <DrawerSkeleton />
    )
  const recipients = query.data?.pages.flatMap((page) => page.recipients) ?? []
  return (
    <div className={classes.message}>
      <MessageHead message={message} timeZone={timeZone} />
      {message.startedAt ? (
        <section aria-labelledby="message-recipients" className={classes.recipients}>
          <h3 id="message-recipients" className={classes.heading}>
            Buyers
          </h3>
          <RecipientChips message={message} show={show} onShow={setShow} />
          <ListResult
            query={query}
            what="the buyers"
            isInCard
            skeleton={<Skeleton h={160} />}
            isEmpty={recipients.length === 0}
            empty={<NoRows>{emptyTexts[show]}</NoRows>}
          >
            <ul className={classes.list} aria-label={filterNames[show]}>
              {recipients.map((recipient) => (
                <RecipientRow key={recipient.leadId} recipient={recipient} timeZone={timeZone} />
              ))}
            </ul>
          </ListResult>
        </section>
      ) : (
        <ScheduledAudience message={message} />
      )}
      <section aria-labelledby="message-text">
        <h3 id="message-text" className={classes.heading}>
          What you wrote
        </h3>
        <p className={classes.body} dir="auto">
          {fillListing(message.body, message.listing.title)}
        </p>
      </section>
    </div>
  )
}

const DrawerSkeleton = () => (
  <div role="status" aria-label="Loading the message" className={classes.message}>
    <Skeleton h={18} w="70%" />
    <Skeleton h={14} w="50%" />
    <Skeleton h={64} />
    <Skeleton h={200} />
  </div>
)

/** What it says, where it stands, and how to stop it. */
function MessageHead({ message, timeZone }: { message: MessageDetails; timeZone: string }) {
  const { id, kind, state, sendAt, sender, counts } = message
  const subject = fillListing(message.subject, message.listing.title)
  const { cancel, sendAfterAll } = useMessageActions()
  return (
    <section className={classes.head} aria-label="Message">
      <p className={classes.subject}>
        <bdi>{subject}</bdi>
      </p>
      <div className={classes.state}>
        <Pill tone={stateTones[state]}>{stateNames[state]}</Pill>
        <span className={classes.about}>
          <FactsLine facts={[kindNames[kind], whenText(message, timeZone), <bdi key="sender">{sender}</bdi>]} />
        </span>
      </div>
      {state === 'sending' && <SendingProgress counts={counts} />}
      {(state === 'sending' || state === 'scheduled') && (
        <div>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconX {...icon} size={16} />}
            onClick={() => cancel({ id, subject })}
          >
            {state === 'sending' ? 'Stop sending' : 'Cancel message'}
          </Button>
        </div>
      )}
      {state === 'cancelled' && (
        <p className={classes.about}>
          {counts.sent > 0
            ? `Stopped after ${formatCount(counts.sent, 'buyer')}. Nobody else will get it.`
            : 'This message won’t be sent.'}
        </p>
      )}
      {message.canUndoCancel && sendAt > new Date() && (
        <div>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconArrowBackUp {...icon} size={16} />}
            onClick={() => sendAfterAll({ id, subject })}
          >
            Send it after all
          </Button>
        </div>
      )}
      {message.startedAt && (
        <dl className={classes.figures}>
          <Figure name="Sent" value={counts.sent} />
          <Figure name="Opened" value={counts.opened} />
          <Figure name="Bounced" value={counts.bounced} />
          <Figure name="Unsubscribed" value={counts.unsubscribed} />
        </dl>
      )}
    </section>
  )
}

const Figure = ({ name, value }: { name: string; value: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{formatAmount(value)}</dd>
  </div>
)

function whenText({ state, sendAt }: MessageDetails, timeZone: string) {
  const moment = <time dateTime={sendAt.toISOString()}>{shortDateTime(sendAt, timeZone)}</time>
  return state === 'scheduled' ? <>Goes out {moment}</> : moment
}

/** Before its time has come, its buyers are not fixed. */
const ScheduledAudience = ({ message: { counts, audience, state } }: { message: MessageDetails }) => {
  const leftOut = exclusionSummary(counts.excluded)
  return (
    <section aria-labelledby="message-recipients">
      <h3 id="message-recipients" className={classes.heading}>
        Buyers
      </h3>
      <p className={classes.paragraph}>
        {audienceText(audience)}
        {state === 'scheduled' && `: currently ${formatCount(counts.people, 'buyer')}.`}
      </p>
      {state === 'scheduled' && leftOut && <p className={classes.about}>Left out: {leftOut}.</p>}
    </section>
  )
}

const filterNames: Record<RecipientFilter, string> = {
  not_opened: 'Not seen yet',
  opened: 'Opened',
  bounced: 'Bounced',
  excluded: 'Left out',
  all: 'Everyone',
}

const emptyTexts: Record<RecipientFilter, string> = {
  not_opened: 'Everyone who got it has opened it.',
  opened: 'Nobody has opened it yet.',
  bounced: 'No emails bounced.',
  excluded: 'Nobody was left out.',
  all: 'Nobody got it.',
}

interface RecipientChipsProps {
  message: MessageDetails
  show: RecipientFilter
  onShow: (show: RecipientFilter) => void
}

/** Whom to call comes first. */
function RecipientChips({ message: { counts }, show, onShow }: RecipientChipsProps) {
  const excluded = Object.values(counts.excluded).reduce((sum, n) => sum + n, 0)
  const chips: [RecipientFilter, number][] = [
    ['not_opened', Math.max(0, counts.sent + counts.bounced - counts.opened)],
    ['opened', counts.opened],
    ['bounced', counts.bounced],
    ['excluded', excluded],
    ['all', counts.people + excluded],
  ]
  return (
    <Group gap={8} role="radiogroup" aria-label="Show">
      {chips
        .filter(([filter, count]) => count > 0 || filter === 'not_opened' || filter === show)
        .map(([filter, count]) => (
          <Chip
            key={filter}
            type="radio"
            name="recipients"
            radius="md"
            size="xs"
            checked={show === filter}
            onChange={() => onShow(filter)}
          >
            {filterNames[filter]} {formatAmount(count)}
          </Chip>
        ))}
    </Group>
  )
}

/** With buttons to call those who have not seen it. */
function RecipientRow({ recipient, timeZone }: { recipient: MessageRecipient; timeZone: string }) {
  const { leadId, phone, phoneText, email, heat, openedAt } = recipient
  const name = fullName(recipient)
  return (
    <li className={classes.recipient}>
      <div className={classes.who}>
        <span className={classes.name}>
          <TextLink to="/portal/leads" search={{ lead: leadId }} c="inherit" fw={600}>
            <bdi>{name}</bdi>
          </TextLink>
          <HeatBadge heat={heat} />
        </span>
        <span className={classes.about}>
          <FactsLine
            facts={[<RecipientStateText key="state" recipient={recipient} timeZone={timeZone} />, phoneText || email]}
          />
        </span>
      </div>
      {phone && !openedAt && (
        <Group gap={8} wrap="nowrap">
          <Button
            component="a"
            href={textMessageLink(phone)}
            variant="default"
            size="xs"
            aria-label={`Text ${name}`}
            leftSection={<IconMessage {...icon} size={16} />}
          >
            Text
          </Button>
          <Button
            component="a"
            href={phoneLink(phone)}
            size="xs"
            aria-label={`Call ${name}`}
            leftSection={<IconPhone {...icon} size={16} />}
          >
            Call
          </Button>
        </Group>
      )}
    </li>
  )
}

function RecipientStateText({ recipient, timeZone }: { recipient: MessageRecipient; timeZone: string }) {
  const { state, excludedFor, openedAt, unsubscribedAt, bounce } = recipient
  if (excludedFor) return exclusionTexts[excludedFor]
  if (unsubscribedAt) return 'Unsubscribed after this message'
  if (openedAt) return <time dateTime={openedAt.toISOString()}>Opened {shortDateTime(openedAt, timeZone)}</time>
  return state === 'bounced' ? bounceText(bounce) : recipientStates[state]
}

const recipientStates: Record<Exclude<MessageRecipient['state'], 'bounced'>, string> = {
  waiting: 'Waiting',
  sending: 'On its way',
  sent: 'Not seen yet',
  opened: 'Opened',
  excluded: 'Left out',
  cancelled: 'Stopped before it was sent',
}

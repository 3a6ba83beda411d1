import { Skeleton } from '@mantine/core'
import { IconChevronLeft, IconMail, IconPencil } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fillListing } from '#features/leads/messagePlaces.ts'
import { listingTimeZone } from '#features/listings/facts/address.ts'
import type { OwnListing } from '#features/listings/listings.functions.ts'
import { isAuctionAhead } from '#features/listings/listings.schema.ts'
import { FactsLine } from '#ui/display/FactsLine.tsx'
import { Pill } from '#ui/display/Pill.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { shortDateTime } from '#ui/format/dates.ts'
import { formatAmount } from '#ui/format/format.ts'
import { ButtonLink, TextLink } from '#ui/links.tsx'
import { ListResult } from '#ui/table/ListResult.tsx'
import { icon } from '#ui/theme/theme.ts'
import { type ListedMessage, messagesQuery } from '../messages.functions.ts'
import type { MessagesSearch } from '../messagesSearch.ts'
import { BringForwardDialog } from './BringForwardDialog.tsx'
import { BringForwardLink } from './BringForwardLink.tsx'
import { MessageDrawer } from './MessageDrawer.tsx'
import classes from './MessagesPage.module.css'
import { kindNames, stateNames, stateTones } from './messageLabels.ts'
import { SendingProgress } from './SendingProgress.tsx'
import { progressInterval } from './useMessageActions.ts'

interface MessagesPageProps {
  listing: OwnListing
  search: MessagesSearch
  onSearchChange: (change: Partial<MessagesSearch>) => void
  timeZone: string
}

/** Every message to the buyers of a listing, the latest first. */
export function MessagesPage({ listing, search, onSearchChange, timeZone }: MessagesPageProps) {
  const query = useInfiniteQuery({
    ...messagesQuery(listing.id),
    refetchInterval: ({ state: { data } }) => progressInterval(data?.pages.flatMap((page) => page.messages) ?? []),
  })
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? []
  const isEmpty = query.data !== undefined && messages.length === 0
  return (
    <div className={classes.page}>
      <TextLink to="/portal/listings/$id" params={{ id: listing.id }} className={classes.back}>
        <IconChevronLeft {...icon} size={16} /> <bdi>{listing.title}</bdi>
      </TextLink>
      {!isEmpty && (
        <div className={classes.actions}>
          {isAuctionAhead(listing) && <BringForwardLink listingId={listing.id} />}
          <NewMessageLink listingId={listing.id} />
        </div>
      )}
      <ListResult
        query={query}
        what="the messages"
        skeleton={<MessagesSkeleton />}
        isEmpty={messages.length === 0}
        empty={<NoMessages listing={listing} />}
      >
        <ul className={classes.list} aria-label="Messages">
          {messages.map((message) => (
            <MessageRow
              key={message.id}
              message={message}
              title={listing.title}
              timeZone={timeZone}
              isOpen={message.id === search.message}
            />
          ))}
        </ul>
      </ListResult>
      <MessageDrawer id={search.message} timeZone={timeZone} onClose={() => onSearchChange({ message: '' })} />
      <BringForwardDialog
        opened={search.bring === 'auction'}
        listing={listing}
        timeZone={listingTimeZone(listing, timeZone)}
        onClose={() => onSearchChange({ bring: '' })}
        onDone={(message) => onSearchChange({ bring: '', message })}
      />
    </div>
  )
}

const NewMessageLink = ({ listingId }: { listingId: string }) => (
  <ButtonLink to="/portal/listings/$id/messages/new" params={{ id: listingId }} leftSection={<IconPencil {...icon} />}>
    New message
  </ButtonLink>
)

interface MessageRowProps {
  /** Of the listing. */
  title: string
  message: ListedMessage
  timeZone: string
  isOpen: boolean
}

function MessageRow({ message, title, timeZone, isOpen }: MessageRowProps) {
  const { id, kind, subject, sendAt, state } = message
  return (
    <li className={classes.row} data-open={isOpen || undefined}>
      <div className={classes.text}>
        <Link
          to="."
          search={(before) => ({ ...before, message: id })}
          resetScroll={false}
          className={classes.link}
          aria-haspopup="dialog"
        >
          <bdi>{fillListing(subject, title)}</bdi>
        </Link>
        <p className={classes.about}>
          <FactsLine
            facts={[
              kindNames[kind],
              <time key="time" dateTime={sendAt.toISOString()} suppressHydrationWarning>
                {shortDateTime(sendAt, timeZone)}
              </time>,
            ]}
          />
        </p>
        {state === 'sending' && <SendingProgress counts={message.counts} />}
      </div>
      <MessageNumbers message={message} />
      <span className={classes.state}>
        <Pill tone={stateTones[state]}>{stateNames[state]}</Pill>
      </span>
    </li>
  )
}

/** What became of it. Nothing before it is sent. */
function MessageNumbers({ message }: { message: ListedMessage }) {
  const { sent, opened, bounced, unsubscribed } = message.counts
  if (sent === 0) return <span className={classes.numbers} />
  return (
    <dl className={classes.numbers}>
      <Figure name="Sent" value={sent} />
      <Figure name="Opened" value={opened} />
      <Figure name="Bounced" value={bounced} />
      <Figure name="Unsubscribed" value={unsubscribed} />
    </dl>
  )
}

const Figure = ({ name, value }: { name: string; value: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{formatAmount(value)}</dd>
  </div>
)

const MessagesSkeleton = () => (
  <div className={classes.list}>
    {['first', 'second', 'third'].map((row) => (
      <div key={row} className={classes.row}>
        <div className={classes.text}>
          <Skeleton h={12} w={260} maw="100%" my={5} />
          <Skeleton h={10} w={160} maw="100%" my={5} />
        </div>
      </div>
    ))}
  </div>
)

const NoMessages = ({ listing }: { listing: OwnListing }) => (
  <EmptyState
    icon={<IconMail {...icon} />}
    placeholder="rows"
    title="No messages yet"
    action={
      <>
        <NewMessageLink listingId={listing.id} />
        {isAuctionAhead(listing) && <BringForwardLink listingId={listing.id} />}
      </>
    }
  >
    Tell everyone who asked about this listing what’s new: a new auction date, a price, an open home. You’ll see here
    who has opened it and who to call.
  </EmptyState>
)

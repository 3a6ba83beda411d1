import { Title } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { fillListing } from '#features/leads/messagePlaces.ts'
import type { OwnListing } from '#features/listings/listings.functions.ts'
import { isAuctionAhead } from '#features/listings/listings.schema.ts'
import { FactsLine } from '#ui/display/FactsLine.tsx'
import { formatAmount } from '#ui/format/format.ts'
import { ButtonLink, TextLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import { type ListedMessage, messagesQuery } from '../messages.functions.ts'
import { BringForwardLink } from './BringForwardLink.tsx'
import classes from './MessagesCard.module.css'
import { stateNames } from './messageLabels.ts'

/** In the editor of a listing: tells its buyers what is new, and what became of the latest message. */
export function MessagesCard({ listing }: { listing: OwnListing }) {
  const { id } = listing
  const { data } = useInfiniteQuery(messagesQuery(id))
  const latest = data?.pages[0]?.messages[0]
  return (
    <section className={classes.card} aria-labelledby="listing-messages">
      <div className={classes.text}>
        <Title order={2} id="listing-messages" className={classes.heading}>
          Messages to buyers
        </Title>
        {latest ? (
          <LatestMessage listing={listing} message={latest} />
        ) : (
          <p className={classes.about}>Tell everyone who asked about this listing what’s new.</p>
        )}
      </div>
      <div className={classes.actions}>
        {isAuctionAhead(listing) && <BringForwardLink listingId={id} />}
        <ButtonLink
          to="/portal/listings/$id/messages/new"
          params={{ id }}
          variant="default"
          leftSection={<IconPencil {...icon} />}
        >
          Message buyers
        </ButtonLink>
      </div>
    </section>
  )
}

const LatestMessage = ({ listing, message }: { listing: OwnListing; message: ListedMessage }) => (
  <p className={classes.about}>
    <TextLink
      to="/portal/listings/$id/messages"
      params={{ id: listing.id }}
      search={{ message: message.id }}
      inherit
      underline="always"
    >
      <bdi>{fillListing(message.subject, listing.title)}</bdi>
    </TextLink>{' '}
    <FactsLine facts={[stateNames[message.state], openedText(message)]} />
  </p>
)

const openedText = ({ counts: { sent, opened } }: ListedMessage) =>
  sent > 0 && `${formatAmount(opened)} of ${formatAmount(sent)} opened`

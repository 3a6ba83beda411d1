import { randomUUID } from 'node:crypto'
import { newId, shortRandomId } from '#db/schema/columns.ts'
import type { lead } from '#db/schema/leads.ts'
import type { listing } from '#db/schema/listings.ts'
import type { buyerMessage, messageRecipient } from '#db/schema/messages.ts'
import { addMinutes, atHour, noonAfter } from './demoTime.ts'

interface MessagesAbout {
  now: Date
  agencyId: string
  listings: readonly { row: typeof listing.$inferInsert; openHomes: readonly { id?: string; startsAt: Date }[] }[]
  leads: readonly (typeof lead.$inferInsert)[]
}

type NewMessage = typeof buyerMessage.$inferInsert & { id: string }
type NewRecipient = typeof messageRecipient.$inferInsert

/** One message that went out three days ago, and one that waits for tomorrow morning, about the listing of the running campaign. */
export function demoMessages({ now, agencyId, listings, leads }: MessagesAbout) {
  const [first] = listings
  const listingId = first?.row.id
  if (!first || !listingId) return { messages: [], recipients: [] }
  const sentAt = atHour(noonAfter(now, -3), 10)
  const own = { agencyId, listingId, userId: first.row.userId, audience: {} }
  const next = first.openHomes.find(({ startsAt }) => startsAt > now)
  const sent: NewMessage = {
    ...{ ...own, id: `mesg_${shortRandomId()}`, creationKey: randomUUID(), kind: 'open_home' },
    subject: 'Open home this weekend: {listing}',
    body: 'Hi {first name},\n\nThere’s another open home at {listing} this Sunday. Come and have a look. There’s no need to book.\n\n{agent}',
    calendarEntry: next?.id ?? null,
    ...{ createdAt: addMinutes(sentAt, -20), sendAt: sentAt, startedAt: sentAt, finishedAt: addMinutes(sentAt, 1) },
  }
  const waiting: NewMessage = {
    ...{ ...own, id: `mesg_${shortRandomId()}`, creationKey: randomUUID(), kind: 'other' },
    subject: 'Before the auction for {listing}',
    body: 'Hi {first name},\n\nThe auction for {listing} is coming up. If you’d like to bid, please read the documents before then and call me with any questions.\n\n{agent}',
    createdAt: addMinutes(now, -30),
    sendAt: atHour(noonAfter(now, 1), 9),
  }
  const readers = leads.filter((one) => one.listingId === listingId && (one.createdAt ?? now) < sentAt)
  const recipients = readers.map(({ id = newId('lead') }, nth): NewRecipient => {
    const recipient = { messageId: sent.id, leadId: id, agencyId, queuedAt: sentAt }
    if (nth % 11 === 7) return { ...recipient, bouncedAt: addMinutes(sentAt, 1), bounce: '5.2.2 Mailbox full' }
    const acceptedAt = addMinutes(sentAt, 1)
    return { ...recipient, acceptedAt, openedAt: nth % 3 === 2 ? null : addMinutes(acceptedAt, 7 + 53 * nth) }
  })
  return {
    messages: [sent, waiting],
    recipients: recipients.map((one) => ({
      ...one,
      openedAt: one.openedAt && one.openedAt < now ? one.openedAt : null,
    })),
  }
}

import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { lead, leadEmail, leadSortName } from '#db/schema/leads.ts'
import { listing, toListingKey } from '#db/schema/listings.ts'
import { buyerMessage, isAwaitingMailServer, messageRecipient } from '#db/schema/messages.ts'
import { isReachableListing } from '#features/listings/server/listings.server.ts'
import { isListingWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import { keysetPage } from '#platform/input/keysetPaging.server.ts'
import { phoneForCaller } from '#platform/input/phone.server.ts'
import { fullName } from '#ui/format/format.ts'
import type { ExclusionReason } from '#values/messageValues.ts'
import type { GetMessageInput, ListMessagesInput, RecipientFilter } from '../messages.schema.ts'
import { countSelectedAudience, type ExcludedCounts } from './audience.server.ts'

type MessageRow = typeof buyerMessage.$inferSelect

/** Where a message stands. `scheduled` also for the seconds in which one that is sent now can be cancelled. */
export type MessageState = 'scheduled' | 'sending' | 'sent' | 'cancelled'

/** Where a recipient stands. `sending`: the mail server has not answered yet. */
export type RecipientState = 'waiting' | 'sending' | 'sent' | 'opened' | 'bounced' | 'excluded' | 'cancelled'

export interface MessageCounts {
  /** Everyone who gets it or is to get it. */
  people: number
  /** Not handed over yet. */
  waiting: number
  sending: number
  /** Accepted by the mail server, opened or not. */
  sent: number
  opened: number
  bounced: number
  /** Because of this message. */
  unsubscribed: number
  excluded: ExcludedCounts
}

const messageOrder = { key: buyerMessage.createdAt, of: 'moments', direction: 'desc' } as const

/** A page of the messages of a listing, the latest first. */
export async function listMessages(db: Db, agent: Agent, { listingId, limit, cursor }: ListMessagesInput) {
  const [own] = await db.select({ id: listing.id }).from(listing).where(isReachableListing(agent, listingId))
  if (!own) throw notFound()
  const paging = keysetPage('messages', messageOrder, buyerMessage.id, cursor)
  const rows = await db
    .select({ message: buyerMessage, sender: user, id: buyerMessage.id, key: paging.key })
    .from(buyerMessage)
    .innerJoin(user, eq(user.id, buyerMessage.userId))
    .where(and(eq(buyerMessage.agencyId, agent.agencyId), eq(buyerMessage.listingId, listingId), paging.after))
    .orderBy(...paging.orderBy)
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const counts = await countRecipients(
    db,
    agent.agencyId,
    shown.map(({ message }) => message),
  )
  return {
    messages: shown.map(({ message, sender }) => ({
      ...describeMessage(message),
      sender: fullName(sender),
      counts: counts.get(message.id) ?? noCounts(),
    })),
    next: paging.next(rows, limit),
  }
}

/** One message with its progress, and a page of its recipients by name. Before its time has come they are not fixed, and the page is empty. */
export async function getMessage(db: Db, agent: Agent, { id, show, limit, cursor }: GetMessageInput) {
  const [found] = await db
    .select({ message: buyerMessage, listing, sender: user })
    .from(buyerMessage)
    .innerJoin(listing, and(eq(listing.id, buyerMessage.listingId), eq(listing.agencyId, buyerMessage.agencyId)))
    .innerJoin(user, eq(user.id, buyerMessage.userId))
    .where(and(eq(buyerMessage.id, id), isListingWithinReach(agent)))
  if (!found) throw notFound()
  const { message, sender } = found
  const paging = keysetPage(
    `recipients ${show}`,
    { key: leadSortName(lead), of: 'text', direction: 'asc' },
    lead.id,
    cursor,
  )
  const rows = await db
    .select({ ...recipientColumns, id: lead.id, key: paging.key })
    .from(messageRecipient)
    .innerJoin(lead, and(eq(lead.id, messageRecipient.leadId), eq(lead.agencyId, messageRecipient.agencyId)))
    .innerJoin(
      buyerMessage,
      and(eq(buyerMessage.id, messageRecipient.messageId), eq(buyerMessage.agencyId, messageRecipient.agencyId)),
    )
    .where(
      and(
        eq(messageRecipient.agencyId, agent.agencyId),
        eq(messageRecipient.messageId, id),
        isShown[show],
        paging.after,
      ),
    )
    .orderBy(...paging.orderBy)
    .limit(limit + 1)
  const counts = await countRecipients(db, agent.agencyId, [message])
  return {
    ...describeMessage(message),
    sender: fullName(sender),
    listing: { id: found.listing.id, title: found.listing.title, slug: found.listing.slug },
    counts: counts.get(id) ?? noCounts(),
    recipients: rows.slice(0, limit).map(({ key: _, id: leadId, ...row }) => ({
      ...{ leadId, ...row },
      phoneText: phoneForCaller(row.phone, found.listing.country),
    })),
    next: paging.next(rows, limit),
  }
}

const recipientColumns = {
  firstName: lead.firstName,
  lastName: lead.lastName,
  email: leadEmail,
  phone: lead.phone,
  heat: lead.heat,
  state: sql<RecipientState>`case
    when ${messageRecipient.excludedFor} is not null then 'excluded'
    when ${messageRecipient.openedAt} is not null then 'opened'
    when ${messageRecipient.bouncedAt} is not null then 'bounced'
    when ${messageRecipient.acceptedAt} is not null then 'sent'
    when ${buyerMessage.cancelledAt} is not null then 'cancelled'
    when ${messageRecipient.queuedAt} is not null then 'sending'
    else 'waiting' end`,
  excludedFor: messageRecipient.excludedFor,
  /** What the mail server said, without the address. */
  bounce: messageRecipient.bounce,
  acceptedAt: messageRecipient.acceptedAt,
  openedAt: messageRecipient.openedAt,
  bouncedAt: messageRecipient.bouncedAt,
  unsubscribedAt: messageRecipient.unsubscribedAt,
}

const isShown: Record<RecipientFilter, ReturnType<typeof and>> = {
  all: undefined,
  not_opened: and(
    isNull(messageRecipient.excludedFor),
    isNull(messageRecipient.openedAt),
    or(isNotNull(messageRecipient.acceptedAt), isNotNull(messageRecipient.bouncedAt)),
  ),
  opened: isNotNull(messageRecipient.openedAt),
  bounced: isNotNull(messageRecipient.bouncedAt),
  excluded: isNotNull(messageRecipient.excludedFor),
}

function describeMessage(message: MessageRow) {
  const { id, listingId, kind, subject, body, audience, calendarEntry, sendAt, createdAt } = message
  const { startedAt, finishedAt, cancelledAt } = message
  return {
    ...{ id, listingId, kind, subject, body, audience, calendarEntry, sendAt, createdAt },
    ...{ startedAt, finishedAt, cancelledAt },
    state: messageState(message),
    canUndoCancel: cancelledAt !== null && startedAt === null && sendAt > new Date(),
  }
}

const messageState = ({ cancelledAt, finishedAt, startedAt }: MessageRow): MessageState =>
  cancelledAt ? 'cancelled' : finishedAt ? 'sent' : startedAt ? 'sending' : 'scheduled'

const noCounts = (): MessageCounts => ({
  ...{ people: 0, waiting: 0, sending: 0, sent: 0, opened: 0, bounced: 0, unsubscribed: 0 },
  excluded: {},
})

/** Of messages whose recipients are not fixed yet: who would get it now. */
async function countRecipients(db: Db, agencyId: string, messages: MessageRow[]) {
  const countIf = (condition: ReturnType<typeof and>) =>
    sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  const isIncluded = isNull(messageRecipient.excludedFor)
  const rows = await db
    .select({
      messageId: messageRecipient.messageId,
      excludedFor: sql<ExclusionReason | null>`${messageRecipient.excludedFor}`,
      people: sql<number>`count(*)`.mapWith(Number),
      waiting: countIf(and(isIncluded, isNull(messageRecipient.queuedAt))),
      sending: countIf(isAwaitingMailServer),
      sent: countIf(and(isIncluded, isNotNull(messageRecipient.acceptedAt))),
      opened: countIf(isNotNull(messageRecipient.openedAt)),
      bounced: countIf(isNotNull(messageRecipient.bouncedAt)),
      unsubscribed: countIf(isNotNull(messageRecipient.unsubscribedAt)),
    })
    .from(messageRecipient)
    .where(
      and(
        eq(messageRecipient.agencyId, agencyId),
        inArray(
          messageRecipient.messageId,
          messages.map(({ id }) => id),
        ),
      ),
    )
    .groupBy(messageRecipient.messageId, messageRecipient.excludedFor)
  const counts = new Map(messages.map(({ id }) => [id, noCounts()]))
  for (const { messageId, excludedFor, people, ...others } of rows) {
    const of = counts.get(messageId)
    if (!of) continue
    if (excludedFor) of.excluded[excludedFor] = people
    else Object.assign(of, { people, ...others })
  }
  for (const { id, startedAt, audience, ...message } of messages) {
    if (startedAt) continue
    const { included, excluded } = await countSelectedAudience(db, toListingKey(message), audience)
    counts.set(id, { ...noCounts(), people: included, waiting: included, excluded })
  }
  return counts
}

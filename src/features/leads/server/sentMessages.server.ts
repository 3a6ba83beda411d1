import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { buyerMessage, messageRecipient } from '#db/schema/messages.ts'
import { keysetPage } from '#platform/input/keysetPaging.server.ts'
import { fullName } from '#ui/format/format.ts'
import { fillPlaces, type PlaceValues, safeFirstName } from '../messagePlaces.ts'
import { withoutLink } from './privateLink/prepareBuyerEmails.server.ts'

interface Addressed {
  listing: { title: string }
  agent: { firstName: string; lastName: string }
  /** As they typed it. */
  firstName: string
}

/** What the places in a message stand for in the email to this buyer. */
export const placeValues = ({ listing, agent, firstName }: Addressed): PlaceValues => ({
  'first name': safeFirstName(firstName),
  listing: withoutLink(listing.title),
  agent: withoutLink(fullName(agent), 'Your agent'),
})

const addressed = {
  subject: buyerMessage.subject,
  title: listing.title,
  agentFirstName: user.firstName,
  agentLastName: user.lastName,
  readerFirstName: lead.firstName,
}
interface AddressedRow {
  title: string
  agentFirstName: string
  agentLastName: string
  readerFirstName: string
}
const valuesOf = ({ title, agentFirstName, agentLastName, readerFirstName }: AddressedRow) =>
  placeValues({
    listing: { title },
    agent: { firstName: agentFirstName, lastName: agentLastName },
    firstName: readerFirstName,
  })

/** Handed over to the mail server, whatever became of it. */
const wasSent = and(isNotNull(messageRecipient.queuedAt), isNull(messageRecipient.excludedFor))

/** The messages that a lead got together with other buyers, as they read them, the latest first. The caller has checked whose lead it is. */
export async function listMessagesTo(db: Db, leadId: string) {
  const rows = await db
    .select({
      ...addressed,
      body: buyerMessage.body,
      sentAt: messageRecipient.acceptedAt,
      openedAt: messageRecipient.openedAt,
      cameBackAt: messageRecipient.bouncedAt,
      unsubscribedAt: messageRecipient.unsubscribedAt,
    })
    .from(messageRecipient)
    .innerJoin(
      buyerMessage,
      and(eq(buyerMessage.id, messageRecipient.messageId), eq(buyerMessage.agencyId, messageRecipient.agencyId)),
    )
    .innerJoin(listing, and(eq(listing.id, buyerMessage.listingId), eq(listing.agencyId, buyerMessage.agencyId)))
    .innerJoin(user, eq(user.id, listing.userId))
    .innerJoin(lead, and(eq(lead.id, messageRecipient.leadId), eq(lead.agencyId, messageRecipient.agencyId)))
    .where(and(eq(messageRecipient.leadId, leadId), wasSent))
    .orderBy(desc(messageRecipient.queuedAt), buyerMessage.id)
  return rows.map(({ subject, body, sentAt, openedAt, cameBackAt, unsubscribedAt, ...about }) => ({
    subject: fillPlaces(subject, valuesOf(about)),
    text: fillPlaces(body, valuesOf(about)),
    ...{ sentAt, openedAt, cameBackAt, unsubscribedAt },
  }))
}

/** Steps of a lead's timeline: each message with when it was sent and opened, or came back. */
export async function findMessageSteps(
  db: Db,
  agencyId: string,
  leadId: string,
  list: string,
  { limit, cursor }: { limit: number; cursor?: string },
) {
  const step = (
    event: string,
    at: (typeof messageRecipient)['acceptedAt' | 'openedAt' | 'bouncedAt' | 'unsubscribedAt'],
  ) =>
    db
      .select({
        id: sql<string>`${messageRecipient.messageId} || ${`_${event}`}`.as('step_id'),
        event: sql<string>`${`message_${event}`}`.as('step_event'),
        at: sql<Date>`${at}`.mapWith(messageRecipient.acceptedAt).as('step_at'),
        messageId: sql<string>`${messageRecipient.messageId}`.as('step_messageId'),
      })
      .from(messageRecipient)
      .where(and(eq(messageRecipient.agencyId, agencyId), eq(messageRecipient.leadId, leadId), wasSent, isNotNull(at)))
  const steps = unionAll(
    step('sent', messageRecipient.acceptedAt),
    step('opened', messageRecipient.openedAt),
    step('bounced', messageRecipient.bouncedAt),
    step('unsubscribed', messageRecipient.unsubscribedAt),
  ).as('steps')
  const paging = keysetPage(list, { key: steps.at, of: 'moments', direction: 'desc' }, steps.id, cursor)
  const rows = await db
    .select({ ...addressed, id: steps.id, event: steps.event, at: steps.at, key: paging.key })
    .from(steps)
    .innerJoin(buyerMessage, and(eq(buyerMessage.id, steps.messageId), eq(buyerMessage.agencyId, agencyId)))
    .innerJoin(listing, and(eq(listing.id, buyerMessage.listingId), eq(listing.agencyId, agencyId)))
    .innerJoin(user, eq(user.id, listing.userId))
    .innerJoin(lead, and(eq(lead.id, leadId), eq(lead.agencyId, agencyId)))
    .where(paging.after)
    .orderBy(...paging.orderBy)
    .limit(limit + 1)
  return rows.map(({ id, event, at, key, subject, ...about }) => ({
    ...{ id, event, at, key, fileName: null, zippedFiles: null },
    subject: fillPlaces(subject, valuesOf(about)),
  }))
}

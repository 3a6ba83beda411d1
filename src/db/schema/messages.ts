import { and, isNotNull, isNull, sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { exclusionReasons, type MessageAudience, messageKinds } from '#values/messageValues.ts'
import { user } from './accounts.ts'
import { agency } from './agencies.ts'
import { moment, requiredReference, shortRandomId } from './columns.ts'
import { lead } from './leads.ts'
import { listing } from './listings.ts'

/** An email from an agent to many buyers of a listing. */
export const buyerMessage = pgTable(
  'buyer_message',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `mesg_${shortRandomId()}`),
    agencyId: requiredReference(() => agency.id),
    listingId: requiredReference(() => listing.id),
    /** Who sends it. */
    userId: requiredReference(() => user.id),
    kind: text({ enum: messageKinds }).notNull(),
    subject: text().notNull(),
    /** With places that are filled in for each buyer. */
    body: text().notNull(),
    audience: jsonb().$type<MessageAudience>().notNull(),
    /** The id of an open home, or "sale", whose entry for calendars comes with it. */
    calendarEntry: text(),
    /** Chosen by the browser: the same request again, after a lost response, sends nothing twice. */
    creationKey: text().notNull(),
    sendAt: moment().notNull(),
    /** When its recipients were fixed. */
    startedAt: moment(),
    /** When the last email was handed over. */
    finishedAt: moment(),
    cancelledAt: moment(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('buyer_message_by_listing').on(table.listingId, table.createdAt),
    index('buyer_message_by_agency').on(table.agencyId, table.createdAt),
    uniqueIndex('buyer_message_once').on(table.userId, table.creationKey),
    index('buyer_message_open')
      .on(table.sendAt)
      .where(sql`${table.finishedAt} is null and ${table.cancelledAt} is null`),
  ],
)

/** A lead who gets a message, or why they don't. */
export const messageRecipient = pgTable(
  'message_recipient',
  {
    messageId: requiredReference(() => buyerMessage.id),
    leadId: requiredReference(() => lead.id),
    agencyId: requiredReference(() => agency.id),
    excludedFor: text({ enum: exclusionReasons }),
    /** Set in the transaction that hands over the email. */
    queuedAt: moment(),
    /** When the mail server accepted it. */
    acceptedAt: moment(),
    /** When its private link was first opened. */
    openedAt: moment(),
    bouncedAt: moment(),
    /** What the mail server said, without the address. */
    bounce: text(),
    unsubscribedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.leadId] }),
    index('message_recipient_by_lead').on(table.leadId),
    index('message_recipient_waiting')
      .on(table.messageId)
      .where(sql`${table.queuedAt} is null and ${table.excludedFor} is null`),
    // For the rates.
    index('message_recipient_by_agency').on(table.agencyId, table.queuedAt).where(isNotNull(table.queuedAt)),
    index('message_recipient_by_time').on(table.queuedAt).where(isNotNull(table.queuedAt)),
    index('message_recipient_on_its_way')
      .on(table.queuedAt)
      .where(
        sql`${table.queuedAt} is not null and ${table.acceptedAt} is null and ${table.bouncedAt} is null and ${table.excludedFor} is null`,
      ),
  ],
)

/** Handed over, and the mail server has not answered yet. */
export const isAwaitingMailServer = and(
  isNotNull(messageRecipient.queuedAt),
  isNull(messageRecipient.acceptedAt),
  isNull(messageRecipient.bouncedAt),
  isNull(messageRecipient.excludedFor),
)

/** An address that gets no messages of an agency: its owner unsubscribed, or emails to it come back. */
export const silencedAddress = pgTable(
  'silenced_address',
  {
    agencyId: requiredReference(() => agency.id),
    email: text().notNull(),
    unsubscribedAt: moment(),
    bouncedAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.email] }),
    index('silenced_address_bounced').on(table.bouncedAt).where(isNull(table.unsubscribedAt)),
  ],
)

/** Emails to this lead's address come back. */
export const isBounced = sql<boolean>`exists (
  select from ${silencedAddress} where ${silencedAddress.agencyId} = ${lead.agencyId} and ${silencedAddress.email} = ${lead.email}
  and ${silencedAddress.bouncedAt} is not null)`

/** This lead, or the same person with another address, has unsubscribed from the agency's messages. */
export const isUnsubscribed = sql<boolean>`exists (
  select from ${lead} as same_person
  join ${silencedAddress} on ${silencedAddress.agencyId} = same_person."agencyId" and ${silencedAddress.email} = same_person.email
  where same_person."personId" = ${lead.personId} and same_person."agencyId" = ${lead.agencyId}
  and ${silencedAddress.unsubscribedAt} is not null)`

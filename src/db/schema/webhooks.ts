import { isNotNull, sql } from 'drizzle-orm'
import { bigint, bigserial, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { agency } from './agencies.ts'
import { agencyOfParent, moment, requiredReference, shortRandomId } from './columns.ts'

/** An address of the agency's own system that is told what happens. */
export const webhookEndpoint = pgTable(
  'webhook_endpoint',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `hook_${shortRandomId()}`),
    agencyId: requiredReference(() => agency.id),
    /** Who added it, or took over their work. */
    userId: requiredReference(() => user.id),
    url: text().notNull(),
    name: text().notNull().default(''),
    /** Empty for all. */
    types: text().array().notNull().default([]),
    /** Sealed. Messages are signed with it. */
    secret: text().notNull(),
    /** Messages are signed with both until then. */
    previousSecret: text(),
    previousSecretUntil: moment(),
    /** Since when no message was accepted. Null if the last one was. */
    failingSince: moment(),
    /** After failing for long, or by an owner or manager. */
    disabledAt: moment(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [index('webhook_endpoint_by_agency').on(table.agencyId)],
)

/** Something that happened, written in the same transaction, for agencies that want to be told. */
export const webhookMessage = pgTable(
  'webhook_message',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `msg_${shortRandomId()}`),
    agencyId: requiredReference(() => agency.id),
    type: text().notNull(),
    /** The listing, file or lead. Messages about one of them arrive in order. */
    objectId: text().notNull(),
    sequence: bigserial({ mode: 'number' }).notNull(),
    body: jsonb().$type<unknown>().notNull(),
    createdAt: moment().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('webhook_message_by_agency').on(table.agencyId, table.sequence),
    index('webhook_message_by_object').on(table.objectId),
    index('webhook_message_by_age').on(table.createdAt),
  ],
)

/** A message on its way to one address, and how its last attempt went. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `dlvr_${shortRandomId()}`),
    messageId: requiredReference(() => webhookMessage.id),
    endpointId: requiredReference(() => webhookEndpoint.id),
    objectId: text().notNull(),
    sequence: bigint({ mode: 'number' }).notNull(),
    attempts: integer().notNull().default(0),
    /** Null when it is delivered or given up. */
    nextAttemptAt: moment().default(sql`now()`),
    deliveredAt: moment(),
    lastAttemptAt: moment(),
    lastStatus: integer(),
    /** The beginning of the response, or why there was none. */
    lastResponse: text(),
    agencyId: agencyOfParent(),
  },
  (table) => [
    unique('webhook_delivery_once').on(table.messageId, table.endpointId),
    index('webhook_delivery_due').on(table.nextAttemptAt).where(isNotNull(table.nextAttemptAt)),
    index('webhook_delivery_in_order')
      .on(table.endpointId, table.objectId, table.sequence)
      .where(isNotNull(table.nextAttemptAt)),
    index('webhook_delivery_log').on(table.endpointId, table.sequence),
  ],
)

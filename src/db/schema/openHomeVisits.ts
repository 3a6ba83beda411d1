import { isNotNull } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { agency } from './agencies.ts'
import { foreignKeyActions, moment, requiredReference, shortRandomId } from './columns.ts'
import { lead } from './leads.ts'
import { listing, openHome } from './listings.ts'

/** A phone or tablet that stands at the door of an open home. It checks visitors in, and can read nothing. */
export const doorDevice = pgTable(
  'door_device',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `door_${shortRandomId()}`),
    agencyId: requiredReference(() => agency.id),
    listingId: requiredReference(() => listing.id),
    openHomeId: requiredReference(() => openHome.id),
    /** Who started it. */
    userId: requiredReference(() => user.id),
    /** Its key, which checks visitors in without a session. Only the hash is stored. */
    tokenHash: text().notNull().unique(),
    createdAt: moment().notNull().defaultNow(),
    lastSyncedAt: moment(),
    /** Check-ins that it still had when it last reported. */
    waiting: integer().notNull().default(0),
    /** The agent left the mode. What it kept until then may still arrive. */
    endedAt: moment(),
    /** The agent has lost it. Nothing may arrive any more. */
    revokedAt: moment(),
  },
  (table) => [
    index('door_device_by_open_home').on(table.openHomeId),
    index('door_device_by_listing').on(table.listingId),
  ],
)

/** Somebody who came to an open home: a lead, or visitors who were only counted. */
export const checkIn = pgTable(
  'check_in',
  {
    /** Chosen by the device, so that the same entry arriving twice is one. */
    id: text().primaryKey(),
    agencyId: requiredReference(() => agency.id),
    listingId: requiredReference(() => listing.id),
    openHomeId: requiredReference(() => openHome.id),
    /** Null for visitors without details. */
    leadId: text().references(() => lead.id, foreignKeyActions),
    /** How many people it stands for. */
    visitors: integer().notNull().default(1),
    source: text({ enum: ['door', 'own_phone', 'agent'] }).notNull(),
    deviceId: text().references(() => doorDevice.id, foreignKeyActions),
    /** By the device's clock, corrected by what our clock said. */
    arrivedAt: moment().notNull(),
    receivedAt: moment().notNull().defaultNow(),
    /** The words that the visitor agreed to. Empty for those who were only counted. */
    consent: text().notNull().default(''),
    /** A hash of the entry as the device sent it, by which the same id with other content is noticed. Empty once its person was erased. */
    fingerprint: text().notNull().default(''),
    /** When the private link was emailed. Null for those who left no address, and while it waits. */
    linkSentAt: moment(),
    /** When the agent took it back. */
    removedAt: moment(),
  },
  (table) => [
    index('check_in_by_open_home').on(table.openHomeId, table.arrivedAt),
    index('check_in_by_listing').on(table.listingId, table.arrivedAt),
    index('check_in_by_lead').on(table.leadId).where(isNotNull(table.leadId)),
    index('check_in_by_device').on(table.deviceId).where(isNotNull(table.deviceId)),
  ],
)

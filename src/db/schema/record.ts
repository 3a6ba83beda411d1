import { index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { inviteeRoles, recordKinds } from '#values/disclosureValues.ts'
import { agencyOfParent, foreignKeyActions, moment, requiredReference, shortRandomId } from './columns.ts'
import { file } from './files.ts'
import { invitee } from './invitees.ts'
import { lead } from './leads.ts'
import { listing } from './listings.ts'

/** Whom an entry of the record is about. The record has only the id, a keyed hash, so a person can be erased without changing it. */
export const recordSubject = pgTable(
  'record_subject',
  {
    id: text().primaryKey(),
    listingId: requiredReference(() => listing.id),
    leadId: text().references(() => lead.id, foreignKeyActions),
    inviteeId: text().references(() => invitee.id, foreignKeyActions),
    /** Name and address as they were last known. Empty once they are erased. */
    name: text().notNull(),
    email: text().notNull(),
    role: text({ enum: inviteeRoles }),
    erasedAt: moment(),
    agencyId: agencyOfParent(),
  },
  (table) => [
    index('record_subject_by_listing').on(table.listingId),
    index('record_subject_by_lead').on(table.leadId),
    index('record_subject_by_invitee').on(table.inviteeId),
  ],
)

/**
 * The record of a listing: what was disclosed to whom, and when. Rows are only ever added. Each has the hash of the one before, and triggers
 * refuse to change or delete any.
 */
export const recordEntry = pgTable(
  'record_entry',
  {
    listingId: requiredReference(() => listing.id),
    /** From 1, without gaps. */
    sequence: integer().notNull(),
    kind: text({ enum: recordKinds }).notNull(),
    /** A `record_subject`, without a foreign key. */
    subjectId: text(),
    fileId: text(),
    version: integer(),
    details: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
    recordedAt: moment().notNull(),
    previousHash: text().notNull(),
    hash: text().notNull(),
    agencyId: agencyOfParent(),
  },
  (table) => [
    primaryKey({ columns: [table.listingId, table.sequence] }),
    index('record_entry_by_subject').on(table.listingId, table.subjectId),
  ],
)

/** The end of a listing's record, sealed with our secret, so that entries missing at its end are noticed. */
export const recordHead = pgTable('record_head', {
  listingId: text()
    .primaryKey()
    .references(() => listing.id, foreignKeyActions),
  length: integer().notNull(),
  hash: text().notNull(),
  seal: text().notNull(),
  verifiedAt: moment(),
  /** When a check found that the record was changed. */
  brokenAt: moment(),
  agencyId: agencyOfParent(),
})

/** A key that signs certificates. The newest that is not retired signs; all verify. */
export const signingKey = pgTable('signing_key', {
  id: text().primaryKey(),
  /** Ed25519, raw, in base64url. */
  publicKey: text().notNull(),
  /** Sealed with our secret. */
  privateKey: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
  retiredAt: moment(),
})

/** A key that was derived from an earlier APP_SECRET and is still needed. The oldest of a purpose comes first. */
export const keptKey = pgTable(
  'kept_key',
  {
    purpose: text().notNull(),
    /** Names the secret without revealing it. */
    secretId: text().notNull(),
    /** Sealed with the current secret. */
    sealed: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.purpose, table.secretId] })],
)

/** A buyer's confirmation of one version of a document, in the words that they confirmed. */
export const acknowledgement = pgTable(
  'acknowledgement',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `ack_${shortRandomId()}`),
    fileId: requiredReference(() => file.id),
    version: integer().notNull(),
    sha256: text().notNull(),
    leadId: requiredReference(() => lead.id),
    /** The invitee of the lead who confirmed it. Null if it was the lead. */
    inviteeId: text().references(() => invitee.id, foreignKeyActions),
    statement: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    agencyId: agencyOfParent(),
  },
  (table) => [
    unique('acknowledgement_by_reader')
      .on(table.leadId, table.fileId, table.version, table.inviteeId)
      .nullsNotDistinct(),
    index('acknowledgement_by_document').on(table.fileId, table.version),
  ],
)

/** When a lead was last reminded to acknowledge a document. */
export const acknowledgementReminder = pgTable(
  'acknowledgement_reminder',
  {
    fileId: requiredReference(() => file.id),
    leadId: requiredReference(() => lead.id),
    sentAt: moment().notNull().defaultNow(),
    agencyId: agencyOfParent(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.leadId] })],
)

import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { inviteeRoles, recordKinds } from '#disclosureValues.ts'
import { user } from './accounts.ts'
import { foreignKeyActions, id, moment, requiredReference, shortRandomId } from './columns.ts'
import { file } from './files.ts'
import { lead } from './leads.ts'
import { listing } from './listings.ts'

/** A document's content as it was at some time. The newest one is also in the columns of `file`. */
export const fileVersion = pgTable(
  'file_version',
  {
    fileId: requiredReference(() => file.id),
    version: integer().notNull(),
    /** Its storage key. Two versions share one if the agent restored the earlier one. */
    path: text().notNull(),
    originalName: text().notNull(),
    contentType: text(),
    size: bigint({ mode: 'number' }).notNull(),
    /** The SHA-256 of its bytes in hexadecimal digits. Null until it is worked out, which is before buyers can open it. */
    sha256: text(),
    pageCount: integer(),
    issuedOn: date({ mode: 'string' }),
    /** What changed, in the agent's words. */
    note: text().notNull().default(''),
    uploadedById: requiredReference(() => user.id),
    /** The version whose content this one repeats. */
    restoredVersion: integer(),
    /** When a buyer first opened it. Its bytes are kept for the retention period then. */
    firstOpenedAt: moment(),
    /** When the next version replaced it. */
    replacedAt: moment(),
    /** When its bytes were deleted. The row stays. */
    erasedAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.version] }), index('file_version_by_path').on(table.path)],
)

/** A lead who may open a document that is for chosen people only. */
export const chosenReader = pgTable(
  'chosen_reader',
  {
    fileId: requiredReference(() => file.id),
    leadId: requiredReference(() => lead.id),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.leadId] }), index('chosen_reader_by_lead').on(table.leadId)],
)

/** Someone whom a lead invited to read with them, such as a partner or a lawyer. They have their own private link. */
export const invitee = pgTable(
  'invitee',
  {
    id: id('invitee'),
    leadId: requiredReference(() => lead.id),
    name: text().notNull(),
    /** Lower case. */
    email: text().notNull(),
    role: text({ enum: inviteeRoles }).notNull(),
    /** When they first used their link. */
    openedAt: moment(),
    lastVisitAt: moment(),
    revokedAt: moment(),
    /** Only the one who revoked it may restore it. */
    revokedBy: text({ enum: ['buyer', 'agent'] }),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('invitee_person').on(table.leadId, table.email)],
)

/** The seconds that an invitee spent on each page of one version of a document, as `reading` has them for leads. */
export const inviteeReading = pgTable(
  'invitee_reading',
  {
    inviteeId: requiredReference(() => invitee.id),
    fileId: requiredReference(() => file.id),
    version: integer().notNull(),
    pageSeconds: real().array().notNull(),
    firstReadAt: moment().notNull(),
    lastReadAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.inviteeId, table.fileId, table.version] })],
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
  },
  (table) => [primaryKey({ columns: [table.fileId, table.leadId] })],
)

/** A document that was added, replaced or given another date, and whom the agent wants to tell. */
export const documentChange = pgTable(
  'document_change',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `chng_${shortRandomId()}`),
    listingId: requiredReference(() => listing.id),
    fileId: requiredReference(() => file.id),
    kind: text({ enum: ['added', 'replaced', 'dated'] }).notNull(),
    /** Null for a document that was added. */
    fromVersion: integer(),
    toVersion: integer().notNull(),
    fromIssuedOn: date({ mode: 'string' }),
    toIssuedOn: date({ mode: 'string' }),
    note: text().notNull().default(''),
    /** Null until the agent has chosen. */
    audience: text({ enum: ['readers', 'everyone', 'nobody'] }),
    /** Changes are collected until then. */
    sendAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index('document_change_by_listing').on(table.listingId, table.createdAt)],
)

/** A lead who is to be told of a change. */
export const changeRecipient = pgTable(
  'change_recipient',
  {
    changeId: requiredReference(() => documentChange.id),
    leadId: requiredReference(() => lead.id),
    /** Set in the transaction that hands over the email. */
    toldAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.changeId, table.leadId] }),
    index('change_recipient_by_lead').on(table.leadId),
  ],
)

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

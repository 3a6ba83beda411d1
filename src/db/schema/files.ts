import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, boolean, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { documentAccesses } from '#values/disclosureValues.ts'
import { user } from './accounts.ts'
import { agency } from './agencies.ts'
import {
  agencyOfParent,
  foreignKeyActions,
  id,
  moment,
  requiredReference,
  shortRandomId,
  timestampColumns,
} from './columns.ts'
import { lead } from './leads.ts'
import { listing } from './listings.ts'

/** An uploaded file: `image` is a photo (public once its listing is), `file` a document that only leads can open. */
export const file = pgTable(
  'file',
  {
    id: id('file'),
    path: text().notNull(),
    name: text().notNull(),
    rank: integer(),
    /** The lead agent of its listing, or who uploaded it where it has none. */
    userId: requiredReference(() => user.id),
    /** Written by a trigger where the writer does not say it. */
    agencyId: text()
      .notNull()
      .default('')
      .references((): AnyPgColumn => agency.id, foreignKeyActions),
    listingId: text().references((): AnyPgColumn => listing.id, foreignKeyActions),
    type: text({ enum: ['file', 'image'] })
      .notNull()
      .default('file'),
    contentType: text(),
    size: bigint({ mode: 'number' }).notNull().default(0),
    /** Variants, thumbnail and page count are added while it is `processing`. */
    state: text({ enum: ['processing', 'ready', 'failed'] })
      .notNull()
      .default('ready'),
    /** Why preparing it failed, for the agent to read. */
    failure: text(),
    /** The name of the uploaded file. `name` is what buyers read. */
    originalName: text().notNull().default(''),
    /** The type of document, such as a title or a building report. */
    kind: text(),
    pageCount: integer(),
    width: integer(),
    height: integer(),
    /** A tiny picture as a data URL, shown until the photo has loaded. */
    placeholder: text(),
    /** The date on the document, such as the day of the inspection. */
    issuedOn: date({ mode: 'string' }),
    /** A date found in its text, until the agent confirms or dismisses it. */
    suggestedIssuedOn: date({ mode: 'string' }),
    /** Who may open it. Null, here and in the next two: as the listing says. */
    access: text({ enum: documentAccesses }),
    /** Shown page by page as pictures; the file itself is never sent. */
    isViewOnly: boolean(),
    /** The reader's name, email and the time stand across each page. */
    isWatermarked: boolean(),
    /** The sentence that buyers are asked to confirm. Null if they are not asked. */
    acknowledgement: text(),
    /** It opens only once the sentence is confirmed. */
    isAcknowledgementRequired: boolean().notNull().default(false),
    /** Increases when the content is replaced. */
    version: integer().notNull().default(1),
    /** Set when the content was replaced, under the same id and link. */
    replacedAt: moment(),
    /** The job that is preparing it. Null while it waits, and once it is prepared. */
    preparationJobId: text(),
    /** When preparation last started. The agent whose files were prepared longest ago is next. */
    preparationStartedAt: moment(),
    /** Set when the agent deletes it permanently, which can be undone for some minutes. */
    deletedAt: moment(),
    /** Set when its bytes are deleted. The row stays for the events that refer to it, and is not shown. */
    erasedAt: moment(),
    ...timestampColumns,
  },
  (table) => [
    index().on(table.userId),
    index('file_by_agency').on(table.agencyId),
    // The list in each order. Counting it needs only an index.
    index('file_by_creation').on(table.agencyId, table.createdAt, table.id).where(isListed(table)),
    index('file_by_name').on(table.agencyId, sql`lower(${table.name})`, table.id).where(isListed(table)),
    index('file_by_size').on(table.agencyId, table.size, table.id).where(isListed(table)),
    index().on(table.listingId),
    index('file_by_preparation').on(table.userId, table.preparationStartedAt),
    index('file_waiting').on(table.userId).where(sql`${table.state} = 'processing'`),
  ],
)

const isListed = ({ erasedAt, archivedAt }: { erasedAt: AnyPgColumn; archivedAt: AnyPgColumn }) =>
  sql`${erasedAt} is null and ${archivedAt} is null`

/** The order of a listing's photos and documents, for agents and buyers alike. */
export const fileOrder = [sql`${file.rank} asc nulls last`, asc(file.createdAt), asc(file.id)]

/** Buyers see files that are prepared and not archived. */
export const isShownToBuyers = and(eq(file.state, 'ready'), isNull(file.archivedAt))

/** An upload in progress. Becomes a file once all bytes have arrived and were inspected; otherwise it is swept. */
export const upload = pgTable(
  'upload',
  {
    id: text().primaryKey(),
    userId: requiredReference(() => user.id),
    /** The agency that the file will belong to. Null for an upload that began before this column: then where the agent works when it ends. */
    agencyId: text().references(() => agency.id, foreignKeyActions),
    listingId: text().references(() => listing.id, foreignKeyActions),
    /** The file whose content this upload replaces. */
    replacesFileId: text().references(() => file.id, foreignKeyActions),
    /** What changed, in the agent's words, if it replaces a document. */
    note: text().notNull().default(''),
    /** The resulting file, so that finishing twice gives the same result. */
    fileId: text().references(() => file.id, foreignKeyActions),
    path: text().notNull(),
    /** The storage's id of a multipart upload. */
    storageUploadId: text(),
    name: text().notNull(),
    contentType: text().notNull(),
    contentLength: bigint({ mode: 'number' }).notNull(),
    createdAt: moment().notNull().defaultNow(),
    finishedAt: moment(),
  },
  (table) => [index().on(table.userId)],
)

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
    agencyId: agencyOfParent(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.version] }), index('file_version_by_path').on(table.path)],
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
    agencyId: agencyOfParent(),
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
    agencyId: agencyOfParent(),
  },
  (table) => [
    primaryKey({ columns: [table.changeId, table.leadId] }),
    index('change_recipient_by_lead').on(table.leadId),
  ],
)

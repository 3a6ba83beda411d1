import { isNotNull } from 'drizzle-orm'
import { bigint, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { agency } from './agencies.ts'
import { agencyOfParent, foreignKeyActions, moment, requiredReference, shortRandomId } from './columns.ts'
import { file } from './files.ts'
import { listing } from './listings.ts'

/** An email with documents that arrived at a listing's address. */
export const inboundEmail = pgTable(
  'inbound_email',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `mail_${shortRandomId()}`),
    agencyId: requiredReference(() => agency.id),
    listingId: requiredReference(() => listing.id),
    /** A hash of the Message-ID: an email that arrives twice is one. */
    messageHash: text().notNull(),
    sender: text().notNull(),
    /** Why its sender is not proven, for the agent to read. */
    reason: text().notNull().default(''),
    subject: text().notNull().default(''),
    /** The member who sent it, if DKIM or SPF prove it. Others are held. */
    memberId: text().references(() => user.id, foreignKeyActions),
    receivedAt: moment().notNull().defaultNow(),
    /** When its documents were accepted or refused. */
    decidedAt: moment(),
    decidedById: text().references(() => user.id, foreignKeyActions),
  },
  (table) => [
    unique('inbound_email_once').on(table.listingId, table.messageHash),
    index('inbound_email_by_agency').on(table.agencyId, table.receivedAt),
  ],
)

/** The type of the one document of an email that has not been read yet: the email as it came. */
export const EMAIL_TYPE = 'message/rfc822'

/** A document from an email. It becomes a file when the agent accepts it, so buyers cannot see it before. */
export const inboundDocument = pgTable(
  'inbound_document',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `attm_${shortRandomId()}`),
    emailId: requiredReference(() => inboundEmail.id),
    path: text().notNull(),
    originalName: text().notNull(),
    /** As an upload would be named. Why it was left out, if there is no content. */
    name: text().notNull(),
    kind: text(),
    contentType: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /** Once it is accepted. */
    fileId: text().references(() => file.id, foreignKeyActions),
    refusedAt: moment(),
    agencyId: agencyOfParent(),
  },
  (table) => [
    index('inbound_document_by_email').on(table.emailId),
    index('inbound_document_by_file').on(table.fileId).where(isNotNull(table.fileId)),
  ],
)

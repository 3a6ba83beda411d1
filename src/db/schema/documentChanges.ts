import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { agencyOfParent, moment, requiredReference, shortRandomId } from './columns.ts'
import { file } from './files.ts'
import { lead } from './leads.ts'
import { listing } from './listings.ts'

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

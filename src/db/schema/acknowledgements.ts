import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { agencyOfParent, foreignKeyActions, moment, requiredReference, shortRandomId } from './columns.ts'
import { file } from './files.ts'
import { invitee } from './invitees.ts'
import { lead } from './leads.ts'

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

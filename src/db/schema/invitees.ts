import { index, integer, pgTable, primaryKey, real, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { inviteeRoles } from '#values/disclosureValues.ts'
import { agencyOfParent, id, moment, requiredReference } from './columns.ts'
import { file } from './files.ts'
import { lead } from './leads.ts'

/** A lead who may open a document that is for chosen people only. */
export const chosenReader = pgTable(
  'chosen_reader',
  {
    fileId: requiredReference(() => file.id),
    leadId: requiredReference(() => lead.id),
    createdAt: moment().notNull().defaultNow(),
    agencyId: agencyOfParent(),
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
    agencyId: agencyOfParent(),
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
    agencyId: agencyOfParent(),
  },
  (table) => [primaryKey({ columns: [table.inviteeId, table.fileId, table.version] })],
)

import { isNotNull, isNull } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { agency } from './agencies.ts'
import { agencyOfParent, foreignKeyActions, moment, requiredReference, shortRandomId } from './columns.ts'
import { listing } from './listings.ts'

/** What the agent has set up for the vendors of a listing. */
export const vendorReport = pgTable(
  'vendor_report',
  {
    listingId: text()
      .primaryKey()
      .references(() => listing.id, foreignKeyActions),
    agencyId: requiredReference(() => agency.id),
    /** The agent's words, on top of the report. */
    words: text().notNull().default(''),
    wordsAt: moment(),
    /** When the weekly email goes out, in the agent's time zone: 1 is Monday, and minutes after midnight. */
    weekday: integer().notNull().default(5),
    minuteOfDay: integer().notNull().default(960),
    /** Null while the weekly email is off. */
    nextEmailAt: moment(),
    /** The local day of the email that the agent skips. */
    skippedOn: date({ mode: 'string' }),
    /** The local day of the latest email, also of one that was skipped. */
    lastDueOn: date({ mode: 'string' }),
    /** When the last report went out after the sale. None follows until the property is for sale again. */
    finalEmailAt: moment(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('vendor_report_by_agency').on(table.agencyId),
    index('vendor_report_due').on(table.nextEmailAt).where(isNotNull(table.nextEmailAt)),
  ],
)

/** A private link to the report of a listing: the vendor's, or that of someone else whom the agent added. */
export const vendorLink = pgTable(
  'vendor_link',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `vend_${shortRandomId()}`),
    agencyId: requiredReference(() => agency.id),
    listingId: requiredReference(() => listing.id),
    /** Who added it. */
    userId: requiredReference(() => user.id),
    name: text().notNull(),
    /** Empty for someone who only has the link. */
    email: text().notNull().default(''),
    createdAt: moment().notNull().defaultNow(),
    revokedAt: moment(),
    /** When its owner last opened the report, and on how many days. */
    firstOpenedAt: moment(),
    lastOpenedAt: moment(),
    opens: integer().notNull().default(0),
    /** When its owner unsubscribed from the weekly email. The link still works. */
    unsubscribedAt: moment(),
  },
  (table) => [
    index('vendor_link_by_listing').on(table.listingId, table.createdAt),
    index('vendor_link_by_agency').on(table.agencyId).where(isNull(table.revokedAt)),
  ],
)

/** A weekly email that was handed over, so that none goes out twice. */
export const vendorReportEmail = pgTable(
  'vendor_report_email',
  {
    linkId: requiredReference(() => vendorLink.id),
    /** The local day on which it was due. */
    dueOn: date({ mode: 'string' }).notNull(),
    sentAt: moment().notNull().defaultNow(),
    /** When the link in this email was first opened. */
    openedAt: moment(),
    agencyId: agencyOfParent(),
  },
  (table) => [primaryKey({ columns: [table.linkId, table.dueOn] })],
)

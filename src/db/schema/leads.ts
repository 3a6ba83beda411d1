import { and, eq, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
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
import { channel, listing } from './listings.ts'
import { person } from './people.ts'

/** How serious this buyer is: `features/leads/heat/heat.ts` has the formula, and `update_lead_heat` writes these columns. */
function heatColumns() {
  return {
    /** 0 to 100. */
    heat: integer().notNull().default(0),
    /** The points of each signal, which add up to `heat`. */
    heatPoints: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** The agent's local day that it was worked out for. It decays from day to day. */
    heatDay: date({ mode: 'string' }),
    /** Something happened since. Set by a trigger on `event`. */
    isHeatDue: boolean().notNull().default(true),
    /** The local day of the last notice that this lead is hot and reading now. */
    hotNotifiedOn: date({ mode: 'string' }),
  }
}

/** A buyer's details for one listing, which also give access to its documents. */
export const lead = pgTable(
  'lead',
  {
    id: id('lead'),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** Of a lead with a phone number only, which an agent added: `noEmailFor` its id. */
    email: text().notNull(),
    phone: text().notNull(),
    note: text().notNull(),
    listingId: requiredReference(() => listing.id),
    /** How far the agent has come with this buyer. */
    status: text({ enum: ['new', 'contacted', 'viewing', 'offer', 'closed'] })
      .notNull()
      .default('new'),
    /** When the status first changed from `new`: the agent has replied. Written by a trigger; null for replies before migration 0023. */
    firstReplyAt: moment(),
    /** The local day on which the analytics count this lead. Written by a trigger on `event`, like `firstOpenedAt`. */
    createdOn: date({ mode: 'string' }),
    /** When this buyer first opened a document on the page. */
    firstOpenedAt: moment(),
    /** For the agent's eyes only. */
    agentNote: text().notNull().default(''),
    /** When the agent removed this buyer's access. */
    withdrawnAt: moment(),
    /** When a browser with this lead's own key last showed the page. */
    lastVisitAt: moment(),
    /** Identifies the submission that created this lead: the same submission again, after a lost response, is not a repeat lead. */
    submissionKey: text(),
    /** When the emailed link was first used, which proves the address. Null while anyone may have typed it. */
    provenAt: moment(),
    /** When the email address last changed. Keys from before, in links and in browsers, are void. */
    keysChangedAt: moment(),
    /** Who added it: the buyer with the form or at an open home, or the agent by hand or from a spreadsheet. */
    source: text({ enum: ['form', 'agent', 'import', 'open_home'] })
      .notNull()
      .default('form'),
    /** The link by which this buyer came. Null for "direct". */
    channelId: text().references(() => channel.id, foreignKeyActions),
    /** How the buyer agreed to being stored, in the agent's words. Empty for the form, which says it itself. */
    consent: text().notNull().default(''),
    /** When a browser that asks for privacy (DNT, GPC) opened a document. The agent reads "not measured" then. */
    readingDeclinedAt: moment(),
    /** When this buyer unsubscribed from emails about changed documents. */
    unsubscribedAt: moment(),
    /** What the agent will do next, and when. Null while nothing is planned. */
    nextAction: text().notNull().default(''),
    nextActionAt: moment(),
    /** When the agent was reminded of it. */
    remindedAt: moment(),
    /** The colleague who looks after this lead; the listing's agent if null. */
    assigneeId: text().references(() => user.id, foreignKeyActions),
    ...heatColumns(),
    /** The person by their own email address, and after merges of people the one they were merged into. Both written by a trigger. */
    ownPersonId: text()
      .notNull()
      .default('')
      .references(() => person.id, foreignKeyActions),
    personId: text()
      .notNull()
      .default('')
      .references(() => person.id, foreignKeyActions),
    /** The listing's agent, written by a trigger, so that indexes can cover an agent's list in each sort order. */
    userId: text()
      .notNull()
      .default('')
      .references(() => user.id, foreignKeyActions),
    /** The listing's agency, written by the same trigger. */
    agencyId: text()
      .notNull()
      .default('')
      .references((): AnyPgColumn => agency.id, foreignKeyActions),
    /** When this buyer last did anything, written by a trigger on `event`. */
    lastSeenAt: moment().notNull().defaultNow(),
    /** Lower-case text for the agent's search. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        (): SQL => sql`lower(${lead.firstName} || ' ' || ${lead.lastName} || ' ' || ${lead.email} || ' ' || ${lead.phone} || ' ' ||
          regexp_replace(${lead.phone}, '[^0-9]', '', 'g') || ' ' || ${lead.note} || ' ' || ${lead.agentNote})`,
      ),
    ...timestampColumns,
  },
  (table) => [
    // One lead per buyer and listing, however often they submit the form.
    uniqueIndex('lead_person').on(table.listingId, table.email),
    index('lead_by_time').on(table.listingId, table.createdAt),
    index('lead_by_channel').on(table.channelId).where(isNotNull(table.channelId)),
    // An agent's list in each sort order. The filtered columns are in the index.
    index('lead_by_arrival')
      .on(table.agencyId, table.createdAt, table.id, table.status, table.listingId, table.userId)
      .where(isNull(table.archivedAt)),
    index('lead_by_last_seen')
      .on(table.agencyId, table.lastSeenAt, table.id, table.status, table.listingId, table.userId)
      .where(isNull(table.archivedAt)),
    index('lead_by_name')
      .on(table.agencyId, leadSortName(table), table.id, table.status, table.listingId, table.userId)
      .where(isNull(table.archivedAt)),
    index('lead_by_heat')
      .on(table.agencyId, table.heat, table.id, table.status, table.listingId, table.userId)
      .where(isNull(table.archivedAt)),
    // Counts by status, and what needs a reply, without the leads themselves.
    index('lead_by_status').on(
      table.agencyId,
      table.status,
      table.archivedAt,
      table.nextActionAt,
      table.userId,
      table.listingId,
    ),
    index('lead_by_agent').on(table.userId),
    // How soon agents reply to those who fill in the form.
    index('lead_by_first_reply')
      .on(table.agencyId, table.userId, table.createdOn, table.createdAt, table.firstReplyAt)
      .where(sql`${table.firstReplyAt} is not null and ${table.source} = 'form'`),
    // How many leads of a range have opened a document.
    index('lead_readers')
      .on(table.agencyId, table.createdOn, table.userId, table.listingId)
      .where(isNotNull(table.firstOpenedAt)),
    index('lead_by_assignee').on(table.assigneeId).where(isNotNull(table.assigneeId)),
    index('lead_by_person').on(table.personId),
    index('lead_by_own_person').on(table.ownPersonId),
    index('lead_heat_due').on(table.id).where(sql`${table.isHeatDue}`),
    index('lead_heat_to_decay').on(table.heatDay).where(sql`${table.heat} > 0`),
    index('lead_next_action').on(table.nextActionAt).where(isNotNull(table.nextActionAt)),
    // A week of an agency's reminders.
    index('lead_next_action_of_agency').on(table.agencyId, table.nextActionAt).where(isNotNull(table.nextActionAt)),
    // Words anywhere in the text. Only where the extension pg_trgm can be installed (migration 0026).
    index('lead_search').using('gin', table.searchText.op('gin_trgm_ops')),
    index('lead_archive').on(table.agencyId, table.createdAt, table.id).where(isNotNull(table.archivedAt)),
  ],
)

/**
 * Stands for the missing email address of a lead. The column is required, and the previous version needs its unique index. Nothing is ever
 * sent to the domain `invalid`, which is reserved for that.
 */
export const NO_EMAIL_SUFFIX = '@no-email.invalid'
export const noEmailFor = (leadId: string) => `${leadId}${NO_EMAIL_SUFFIX}`
export const hasNoEmail = (email: string) => email.endsWith(NO_EMAIL_SUFFIX)
/** Empty for a lead without one. */
export const leadEmail = sql<string>`case when ${lead.email} like ${`%${NO_EMAIL_SUFFIX}`} then '' else ${lead.email} end`

/** Who looks after a lead: the colleague to whom it is assigned, otherwise the lead agent. */
export const leadResponsibleId = sql<string>`coalesce(${lead.assigneeId}, ${lead.userId})`
export const isResponsibleFor = (userId: string) =>
  or(eq(lead.assigneeId, userId), and(isNull(lead.assigneeId), eq(lead.userId, userId)))

/** It is time for what the agent planned to do. */
export const isNextActionDue = lte(lead.nextActionAt, sql`now()`)

/** New with nothing planned, or what was planned is due. The one definition, for every list and every count. */
export const needsReply = and(
  isNull(lead.archivedAt),
  ne(lead.status, 'closed'),
  or(and(eq(lead.status, 'new'), isNull(lead.nextActionAt)), isNextActionDue),
)

/** For sorting by name. */
export const leadSortName = ({ firstName, lastName }: { firstName: AnyPgColumn; lastName: AnyPgColumn }) =>
  sql`lower(${firstName} || ' ' || ${lastName})`

/** A note sent later with the email address of a lead. The lead's own note never changes. */
export const leadNote = pgTable(
  'lead_note',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `note_${shortRandomId()}`),
    leadId: requiredReference(() => lead.id),
    /** Empty when only the phone number is new. */
    body: text().notNull(),
    /** Null if the number is known already. */
    phone: text(),
    /** Whether the browser held the lead's own key. Otherwise anyone who knows the email address may have written it. */
    fromOwnBrowser: boolean().notNull(),
    createdAt: moment().notNull().defaultNow(),
    agencyId: agencyOfParent(),
  },
  (table) => [index('lead_note_by_time').on(table.leadId, table.createdAt)],
)

/** A scheduled email about all leads of a listing since a time, when there are too many for an email each. */
export const leadDigest = pgTable('lead_digest', {
  listingId: text()
    .primaryKey()
    .references(() => listing.id, foreignKeyActions),
  since: moment().notNull(),
})

/** An answer to one of the listing's questions, with the words of the question when it was answered. */
export const leadAnswer = pgTable(
  'lead_answer',
  {
    leadId: requiredReference(() => lead.id),
    /** The order of the questions. */
    rank: integer().notNull(),
    question: text().notNull(),
    /** Which question of the library it is, if any: the heat knows what its answers mean. */
    libraryKey: text(),
    answer: text().notNull(),
    agencyId: agencyOfParent(),
  },
  (table) => [
    primaryKey({ columns: [table.leadId, table.rank] }),
    index('lead_answer_by_text').on(table.question, table.answer),
  ],
)

/** A six-digit code that proves an email address before a listing's documents open. Only its hash is stored. */
export const emailCode = pgTable(
  'email_code',
  {
    leadId: text()
      .primaryKey()
      .references(() => lead.id, foreignKeyActions),
    codeHash: text().notNull(),
    /** Wrong attempts. After five, only a new code helps. */
    attempts: integer().notNull().default(0),
    sentAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
  },
  (table) => [index().on(table.expiresAt)],
)

/** A reply that an agent often writes, with places for the buyer's name and the listing. */
export const replyTemplate = pgTable(
  'reply_template',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `tmpl_${shortRandomId()}`),
    userId: requiredReference(() => user.id),
    /** Set when every member of this agency may use it. */
    agencyId: text().references((): AnyPgColumn => agency.id, foreignKeyActions),
    name: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index().on(table.userId), index('reply_template_by_agency').on(table.agencyId)],
)

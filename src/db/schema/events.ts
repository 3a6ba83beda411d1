import { isNotNull, sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { channelKinds } from '#values/channelKinds.ts'
import { foreignKeyActions, moment, newId, timestampColumns } from './columns.ts'
import { file } from './files.ts'
import { lead } from './leads.ts'
import { listing } from './listings.ts'

/**
 * One thing that a visitor did. Holds no IP address and no name. The table is partitioned by month (migration 0008) and written by
 * `platform/events/recordEvents.server.ts` alone; a trigger adds each event to the sums of its local day (`event_day`).
 */
export const event = pgTable(
  'event',
  {
    id: text()
      .notNull()
      .$defaultFn(() => newId('event')),
    event: text().notNull(),
    /** The first time on this page on its local day. */
    isUnique: boolean().notNull().default(false),
    hash: text(),
    country: text(),
    region: text(),
    city: text(),
    device: text(),
    os: text(),
    browser: text(),
    hostname: text(),
    pathname: text(),
    referrerHostname: text(),
    referrerPathname: text(),
    listingId: text().references(() => listing.id, foreignKeyActions),
    leadId: text().references(() => lead.id, foreignKeyActions),
    fileId: text().references(() => file.id, foreignKeyActions),
    /** The listing's agent. */
    userId: text(),
    /** The listing's agency. Null in old events until the backfill of migration 0023 has passed. */
    agencyId: text(),
    /** The first view of any listing of this agent on its local day. */
    isFirstToday: boolean().notNull().default(false),
    /** The first view of any listing of this agency on its local day, from `agency.sumsFrom` on. */
    isFirstInAgency: boolean().notNull().default(false),
    /** How long the page was viewed, for `listing_leave`. */
    seconds: integer(),
    /** The link of the listing by which the visitor came, and its kind. Null for "direct". Of what a lead opens: the link of the lead. No foreign key: events are many. */
    channelId: text(),
    channelKind: text({ enum: channelKinds }),
    /** What the address of the visit said (`utm_source` and so on). At least one of them, or none. */
    utmSource: text(),
    utmMedium: text(),
    utmCampaign: text(),
    /** The date of `createdAt` in the agent's time zone when the event arrived. A trigger fills it in where the writer does not. */
    localDay: date({ mode: 'string' }),
    ...timestampColumns,
  },
  (table) => [
    primaryKey({ columns: [table.id, table.createdAt] }),
    index().on(table.hash),
    index().on(table.hash, table.hostname, table.pathname),
    // Events of one listing: counts by place, referrer and device need only the index.
    index('event_by_listing').on(
      table.listingId,
      table.createdAt,
      table.event,
      table.isUnique,
      table.country,
      table.region,
      table.city,
      table.referrerHostname,
      table.localDay,
    ),
    index('event_by_agent').on(table.userId, table.createdAt, table.id),
    index('event_by_agency').on(table.agencyId, table.createdAt),
    // One city over all listings.
    index('event_by_city').on(table.userId, table.city, table.createdAt).where(isNotNull(table.city)),
    // Views with filters that no sums hold, for an agency: few values first, so that each filter is a part of the index (a skip scan).
    index('event_views')
      .on(
        table.agencyId,
        table.device,
        table.referrerHostname,
        table.country,
        table.region,
        table.city,
        table.os,
        table.browser,
        table.createdAt,
        table.localDay,
        table.isFirstInAgency,
        table.isFirstToday,
        table.channelKind,
        table.channelId,
        table.utmSource,
        table.utmMedium,
        table.utmCampaign,
      )
      .where(sql`${table.event} = 'listing_view'`),
    // The same for new leads and documents, which are few.
    index('event_leads_and_files')
      .on(
        table.agencyId,
        table.event,
        table.createdAt,
        table.localDay,
        table.leadId,
        table.fileId,
        table.device,
        table.os,
        table.browser,
        table.country,
        table.region,
        table.city,
        table.referrerHostname,
        table.channelKind,
        table.channelId,
        table.utmSource,
        table.utmMedium,
        table.utmCampaign,
      )
      .where(sql`${table.event} in ('lead_created', 'file_view', 'file_download')`),
    // Events of one buyer.
    index('event_by_lead').on(table.leadId, table.createdAt, table.id).where(isNotNull(table.leadId)),
    index('event_by_file').on(table.fileId, table.createdAt).where(isNotNull(table.fileId)),
  ],
)

/**
 * The sums of each local day (`event.localDay`), kept by a trigger on `event` (migrations 0008, 0009, 0011, 0013, 0023, 0026 and 0027). The table is
 * partitioned by facet. Rows without a listing are for all listings of the agent in one agency together and, from `agency.sumsFrom` on, for those
 * of the whole agency (decision 0075).
 *
 * | facet | listing | value | of |
 * |---|---|---|---|
 * | `listing` | yes | nothing | every event |
 * | `listing device` | yes | device, system, browser | every event |
 * | `listing file` | yes | file | what was opened or downloaded |
 * | `listing month`, `listing file month` | yes | as above | the same by month: `day` is its first |
 * | `listing place week`, `listing referrer week` | yes | as below | views, by week: `day` is its Monday |
 * | `total` | | nothing | every event |
 * | `device` | | device, system, browser | every event |
 * | `place` | | country, region, city | every event |
 * | `place month` | | country, region, city | every event, by month: `day` is its first |
 * | `referrer` | | host | every event |
 * | `listing channel`, `channel` | yes, no | kind of the link, and of a listing its id | events with a channel: direct is the rest |
 * | `listing campaign`, `campaign` | yes, no | source, medium, campaign | events with one of them |
 */
export const eventDay = pgTable(
  'event_day',
  {
    /** Whose sums: `sumOwner` of an agent and an agency, or the id of an agency. */
    userId: text().notNull(),
    /** Always 0. The previous version used it; the next version can drop the column. */
    cut: integer().notNull().default(0),
    facet: text({
      enum: [
        'listing',
        'listing device',
        'listing file',
        'listing month',
        'listing file month',
        'listing place week',
        'listing referrer week',
        'total',
        'device',
        'place',
        'place month',
        'referrer',
        'listing channel',
        'channel',
        'listing campaign',
        'campaign',
      ],
    }).notNull(),
    day: date({ mode: 'string' }).notNull(),
    listingId: text(),
    event: text().notNull(),
    value: text().array().notNull(),
    events: integer().notNull(),
    /** Of a listing: visitors who were not there before on that day. Of all: views of visitors who saw none of them before. */
    uniques: integer().notNull(),
    seconds: bigint({ mode: 'number' }).notNull().default(0),
    /** How many of the events have `seconds`. */
    timed: integer().notNull().default(0),
  },
  (table) => [
    unique('event_day_key')
      .on(table.userId, table.cut, table.facet, table.day, table.listingId, table.event, table.value)
      .nullsNotDistinct(),
  ],
)

/**
 * A listing that was handed over, while some of its events and sums may still be those of the lead agent before. Written by the trigger
 * `hand_over_listing`; the job `move_listing_events` moves them.
 */
export const listingMove = pgTable(
  'listing_move',
  {
    /** No foreign key: a listing can be deleted meanwhile. */
    listingId: text().notNull(),
    /** Under which `event_day.userId` they were. */
    fromOwner: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.fromOwner] })],
)

/** The random salt of one local day. Deleted after 48 hours: then a hash can no longer be linked to a visitor. */
export const visitorSalt = pgTable('visitor_salt', {
  /** "2026-11-15" */
  day: text().primaryKey(),
  salt: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
})

/** Pages and agents that a visitor has seen today: a hash with a page, or with an agent. Deleted with the salts. */
export const visitorSeen = pgTable('visitor_seen', {
  key: text().primaryKey(),
  createdAt: moment().notNull().defaultNow(),
})

/** How many visitors of an agent one IP address has had today. The key is a hash with the day's salt, deleted with it. */
export const visitorAddress = pgTable('visitor_address', {
  key: text().primaryKey(),
  visitors: integer().notNull(),
  createdAt: moment().notNull().defaultNow(),
})

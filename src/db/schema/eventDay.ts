import { bigint, date, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'

/**
 * The sums of a day, as the agent's calendar cuts it, kept with every event that is written. A row without a listing is for all
 * listings of the agent together.
 *
 * | facet | value | of a listing | of all |
 * |---|---|---|---|
 * | `total` | nothing | every event | |
 * | `device` | device, system, browser | every event | every event |
 * | `place` | country, region, city | | views |
 * | `referrer` | host | | views |
 * | `file` | file | what was opened or taken along | |
 */
export const eventDay = pgTable(
  'event_day',
  {
    userId: text().notNull(),
    listingId: text(),
    facet: text({ enum: ['total', 'device', 'place', 'referrer', 'file'] }).notNull(),
    day: date({ mode: 'string' }).notNull(),
    event: text().notNull(),
    value: text().array().notNull(),
    events: integer().notNull(),
    /** Of a listing: visitors who were not there before on that day. Of all: views of visitors who saw none of them before. */
    uniques: integer().notNull(),
    seconds: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [
    unique('event_day_key')
      .on(table.userId, table.facet, table.listingId, table.day, table.event, table.value)
      .nullsNotDistinct(),
  ],
)

import { bigint, date, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'

/**
 * The sums of each local day (`event.localDay`), kept by a trigger on `event` (migrations 0008, 0009, 0011 and 0013). The table is partitioned
 * by facet. Rows without a listing are for all listings of the agent together.
 *
 * | facet | listing | value | of |
 * |---|---|---|---|
 * | `listing` | yes | nothing | every event |
 * | `listing device` | yes | device, system, browser | every event |
 * | `listing file` | yes | file | what was opened or downloaded |
 * | `listing month`, `listing file month` | yes | as above | the same by month: `day` is its first |
 * | `listing place week`, `listing referrer week` | yes | as below | views, by week: `day` is its Monday |
 * | `device` | | device, system, browser | every event |
 * | `place` | | country, region, city | every event |
 * | `referrer` | | host | every event |
 */
export const eventDay = pgTable(
  'event_day',
  {
    userId: text().notNull(),
    /** Always 0. The version before numbered its sums; the next version can drop the column. */
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
        'device',
        'place',
        'referrer',
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
    /** How many of the events know their seconds. */
    timed: integer().notNull().default(0),
  },
  (table) => [
    unique('event_day_key')
      .on(table.userId, table.cut, table.facet, table.day, table.listingId, table.event, table.value)
      .nullsNotDistinct(),
  ],
)

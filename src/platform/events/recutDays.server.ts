import { z } from 'zod'
import type { Sql } from '#db/connection.server.ts'
import type { Job } from '../jobs.server.ts'
import type { Services } from '../services.server.ts'

const Whose = z.strictObject({ agentId: z.string() })

/** Whoever writes events of an agent shares the first of these locks (migration 0009). One recut at a time has the second. */
const WRITING = 7_250_003
const RECUTTING = 7_250_004

/**
 * Days begin elsewhere: every sum of this agent is made anew from the events, beside those that are there. Meanwhile the pages
 * and the writers stay with the old days; then the new ones take their place at once. What was written since the beginning is
 * summed up for both.
 */
export const recutDays: Job<z.infer<typeof Whose>, Pick<Services, 'database'>> = {
  name: 'recut_days',
  data: Whose,
  queue: { expireInSeconds: 2 * 3600, heartbeatSeconds: 30 },
  // Ten million events take minutes.
  work: ({ database }, { agentId }) =>
    database.onOwnConnection(async (sql) => {
      await lock(sql, RECUTTING, agentId)
      await recut(sql, agentId)
    }),
}

async function recut(sql: Sql, agentId: string) {
  const wanted = await prepare(sql, agentId)
  if (!wanted) return
  const { timeZone, daysCut } = wanted
  await lock(sql, WRITING, agentId)
  await sql`update profile set "lateTimeZone" = ${timeZone} where "userId" = ${agentId}`
  await sql`begin isolation level repeatable read`
  // From here on it sees the events until now, and none that is also summed up for the new days.
  await sql`select 1`
  await unlock(sql, WRITING, agentId)
  for (const { facet } of await sql<{ facet: string }>`select facet from event_facet`)
    await sql`select cut_event_facet(${agentId}, ${timeZone}, ${daysCut + 1}, event_facet) from event_facet where facet = ${facet}`
  await sql`commit`
  await replace(sql, agentId, wanted)
  await forgetOthers(sql, agentId)
}

interface Wanted {
  timeZone: string
  daysCut: number
}

/** What is to be made, on a clean table: an attempt before this one may have died. */
async function prepare(sql: Sql, agentId: string): Promise<Wanted | undefined> {
  await lock(sql, WRITING, agentId)
  const [found] = await sql<Wanted & { daysTimeZone: string | null }>`
    update profile set "lateTimeZone" = null, "daysTimeZone" = nullif("daysTimeZone", "timeZone")
    where "userId" = ${agentId} returning "timeZone", "daysTimeZone", "daysCut"`
  await unlock(sql, WRITING, agentId)
  await forgetOthers(sql, agentId)
  return found?.daysTimeZone ? found : undefined
}

/** The new sums become those that count, unless the agent has moved on, or has gone. Writers wait for a moment. */
async function replace(sql: Sql, agentId: string, { timeZone, daysCut }: Wanted) {
  await sql`begin`
  await sql`select pg_advisory_xact_lock(hashtextextended(${agentId}, ${WRITING}))`
  const current = await sql`
    update profile set "daysCut" = ${daysCut + 1}, "daysTimeZone" = null, "lateTimeZone" = null
    where "userId" = ${agentId} and "timeZone" = ${timeZone} returning 1`
  if (current.length > 0)
    await sql`
      insert into event_day ("userId", cut, facet, day, "listingId", event, value, events, uniques, seconds, timed)
      select "userId", ${daysCut + 1}, facet, day, "listingId", event, value, events, uniques, seconds, timed
      from event_day where "userId" = ${agentId} and cut = ${daysCut + 2}
      on conflict on constraint event_day_key do update set events = event_day.events + excluded.events,
        uniques = event_day.uniques + excluded.uniques, seconds = event_day.seconds + excluded.seconds, timed = event_day.timed + excluded.timed`
  await sql`commit`
}

const forgetOthers = (sql: Sql, agentId: string) => sql`
  delete from event_day where "userId" = ${agentId}
    and cut <> coalesce((select "daysCut" from profile where "userId" = ${agentId}), 0)`

const lock = (sql: Sql, kind: number, agentId: string) =>
  sql`select pg_advisory_lock(hashtextextended(${agentId}, ${kind}))`

const unlock = (sql: Sql, kind: number, agentId: string) =>
  sql`select pg_advisory_unlock(hashtextextended(${agentId}, ${kind}))`

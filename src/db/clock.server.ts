import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './client.server.ts'

/**
 * PostgreSQL's clock, which decides what is deleted for good: a process whose own clock is ahead must not delete what others
 * still need.
 */
export const now = sql`now()`

export const ago = (milliseconds: number): SQL => sql`now() - make_interval(secs => ${milliseconds / 1000})`

export const fromNow = (milliseconds: number) => ago(-milliseconds)

export async function readClock(db: Db) {
  const {
    rows: [row],
  } = await db.execute<{ now: string }>(sql`select (extract(epoch from now()) * 1000)::text as now`)
  return new Date(Number(row?.now))
}

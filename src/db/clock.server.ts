import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './client.server.ts'

/**
 * PostgreSQL's clock. Whatever goes for good goes by this one: a process whose own clock is ahead must not remove what others
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

import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { invalidInput } from '../errors.ts'
import { findInvalidText } from './fieldSchemas.ts'

/** One sort order of a paged list. With an index on it, every page is equally fast. */
export interface KeysetOrder {
  key: SQLWrapper
  of: 'moments' | 'text' | 'numbers'
  direction: 'asc' | 'desc'
}

const keyKinds = {
  // Microseconds since 1970, as PostgreSQL counts them.
  moments: {
    Key: z.string().check(z.regex(/^\d{1,16}$/)),
    written: (key: SQLWrapper) => sql<string>`(extract(epoch from ${key}) * 1000000)::bigint::text`,
    read: (key: string) => sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`,
  },
  text: {
    Key: z.string(),
    written: (key: SQLWrapper) => sql<string>`${key}`,
    read: (key: string) => sql`${key}::text`,
  },
  numbers: {
    Key: z.string().check(z.regex(/^-?\d{1,15}$/)),
    written: (key: SQLWrapper) => sql<string>`${key}::bigint::text`,
    read: (key: string) => sql`${key}::bigint`,
  },
}
const directions = {
  asc: { towards: asc, beyond: sql`>` },
  desc: { towards: desc, beyond: sql`<` },
}
const Id = z.string().check(z.regex(/^[a-z]+_\w{1,40}$/))

interface Paging {
  /** Selected with every row, for the next cursor. */
  key: SQL<string>
  orderBy: SQL[]
  /** The condition for rows after the cursor. */
  after: SQL | undefined
  /** The cursor of the next page, if more than `limit` rows were found. */
  next: (rows: { key: string; id: string }[], limit: number) => string | null
}

/** The cursor says where the last page ended. It comes from the browser, so it is validated. */
export function keysetPage(
  sort: string,
  { key, of, direction }: KeysetOrder,
  id: SQLWrapper,
  cursor: string | undefined,
): Paging {
  const { Key, written, read } = keyKinds[of]
  const { towards, beyond } = directions[direction]
  const last = cursor === undefined ? undefined : readCursor(z.tuple([z.literal(sort), Key, Id]), cursor)
  return {
    key: written(key),
    orderBy: [towards(key), towards(id)],
    after: last && sql`(${key}, ${id}) ${beyond} (${read(last[1])}, ${last[2]})`,
    next(rows, limit) {
      const end = rows.length > limit ? rows[limit - 1] : undefined
      return end ? Buffer.from(JSON.stringify([sort, end.key, end.id])).toString('base64url') : null
    },
  }
}

function readCursor<Shape extends z.ZodMiniType<[string, string, string]>>(shape: Shape, cursor: string) {
  const parsed = shape.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')))
  if (!parsed.success || findInvalidText(parsed.data)) throw invalidInput({ cursor: 'Not a place in this list' })
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

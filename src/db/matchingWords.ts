import { and, or, type SQLWrapper, sql } from 'drizzle-orm'

/** Every word of a search somewhere in these columns, in any order and any case. */
export const matchingWords = (search: string, columns: SQLWrapper[]) =>
  and(...patternsOf(search).map((pattern) => or(...columns.map((column) => sql`${column} ilike ${pattern}`))))

/** The same in one column that holds everything in lower case: several times as fast where there are very many rows. */
export const matchingLowered = (search: string, column: SQLWrapper) =>
  and(...patternsOf(search).map((pattern) => sql`${column} like lower(${pattern})`))

const patternsOf = (search: string) =>
  search
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)

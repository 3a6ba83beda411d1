import { and, or, type SQLWrapper, sql } from 'drizzle-orm'

/** Every word of a search somewhere in these columns, in any order and any case. */
export const containsAllWords = (search: string, columns: SQLWrapper[]) =>
  and(...wordPatterns(search).map((pattern) => or(...columns.map((column) => sql`${column} ilike ${pattern}`))))

/** The same for one column of lower-case text, which is several times faster with many rows. */
export const lowercaseContainsAllWords = (search: string, column: SQLWrapper) =>
  and(...wordPatterns(search).map((pattern) => sql`${column} like lower(${pattern})`))

const wordPatterns = (search: string) =>
  search
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)

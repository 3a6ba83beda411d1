import { and, or, type SQLWrapper, sql } from 'drizzle-orm'

/** Every word of a search somewhere in these columns, in any order and any case. */
export function matchingWords(search: string, columns: SQLWrapper[]) {
  const words = search.split(/\s+/).filter(Boolean)
  const contains = (word: string) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    return or(...columns.map((column) => sql`${column} ilike ${pattern}`))
  }
  return and(...words.map(contains))
}

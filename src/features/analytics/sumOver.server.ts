import { type SQL, sql } from 'drizzle-orm'
import type { Source } from './source.server.ts'

/** One row for each value of several sources, with what is wanted of it. To be read from as `counts`. */
export function sumOver(sources: Source[], wanted: (source: Source) => SQL, condition: (source: Source) => SQL): SQL {
  const parts = sources.map(
    (source) => sql`
      select ${source.value} as value, ${wanted(source)} from ${source.from}
      where ${source.where} and ${condition(source)} group by ${source.groups}`,
  )
  return sql`(${sql.join(parts, sql` union all `)}) as counts`
}

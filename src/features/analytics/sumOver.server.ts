import { type SQL, sql } from 'drizzle-orm'
import type { Source } from './source.server.ts'

/** One row for each value and event over several sources: `value`, `event`, `events`, `uniques`. To be read from as `counts`. */
export function sumOver(sources: Source[], condition: (source: Source) => SQL = () => sql`true`): SQL {
  const parts = sources.map(
    (source) => sql`
      select ${source.value} as value, ${source.event} as event, ${source.events} as events, ${source.uniques} as uniques
      from ${source.from} where ${source.where} and ${condition(source)} group by 1, 2`,
  )
  return sql`(${sql.join(parts, sql` union all `)}) as counts`
}

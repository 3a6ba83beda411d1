import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import type { Inquiry } from './inquiry.server.ts'
import { type Facet, sourceOf } from './source.server.ts'

export interface ViewsOf {
  /** The words of a facet: a device has three, a referrer one. */
  value: string[]
  views: number
  visitors: number
}

/** Views of the range, counted by one thing that is known of visitors; the most seen first. */
export async function countViewsBy(db: Db, inquiry: Inquiry, facet: Facet, most: number): Promise<ViewsOf[]> {
  const source = sourceOf(inquiry, facet, inquiry.span)
  const rows = await db.execute<ViewsOf & Record<string, unknown>>(sql`
    select ${source.value} as value, ${source.events}::int as views, ${source.uniques}::int as visitors
    from ${source.from} where ${source.where} and ${source.event} = 'listing_view'
    group by 1 order by views desc, visitors desc, value limit ${most}`)
  return [...rows]
}

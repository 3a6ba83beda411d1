import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import type { Inquiry } from './inquiry.server.ts'
import { type Facet, sourcesOf } from './source.server.ts'
import { sumOver } from './sumOver.server.ts'

export interface ViewsOf {
  /** The words of a facet: a device has three, a referrer one. */
  value: string[]
  views: number
  visitors: number
}

/** Views of the range, counted by one thing that is known of visitors; the most seen first. */
export async function countViewsBy(db: Db, inquiry: Inquiry, facet: Facet, most: number): Promise<ViewsOf[]> {
  const counts = sumOver(
    sourcesOf(inquiry, facet, inquiry.span),
    ({ events, uniques }) => sql`${events}::int as views, ${uniques}::int as visitors`,
    ({ event }) => sql`${event} = 'listing_view'`,
  )
  const { rows } = await db.execute<ViewsOf & Record<string, unknown>>(sql`
    select value, sum(views)::int as views, sum(visitors)::int as visitors
    from ${counts} group by 1 order by views desc, visitors desc, value limit ${most}`)
  return rows
}

import type { Db } from '#db/client.server.ts'
import type { Agent } from '#platform/session.server.ts'
import type { AnalyticsQuestion, PlaceSlice } from './analytics.ts'
import { countViewsBy } from './countViewsBy.server.ts'
import { inquire } from './inquiry.server.ts'

const MOST = 500

/** Where visitors were. */
export async function readPlaces(db: Db, agent: Agent, question: AnalyticsQuestion): Promise<PlaceSlice[]> {
  const counts = await countViewsBy(db, await inquire(db, agent, question), 'place', MOST)
  return counts.map(({ value: [country = '', region = '', city = ''], views, visitors }) => ({
    country,
    region,
    city,
    views,
    visitors,
  }))
}

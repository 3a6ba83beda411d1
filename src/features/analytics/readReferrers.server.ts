import type { Db } from '#db/client.server.ts'
import type { Agent } from '#platform/session.server.ts'
import type { AnalyticsQuestion, Slice } from './analytics.ts'
import { countViewsBy } from './countViewsBy.server.ts'
import { inquire } from './inquiry.server.ts'

const MOST = 500

/** Where visitors came from. */
export async function readReferrers(db: Db, agent: Agent, question: AnalyticsQuestion): Promise<Slice[]> {
  const counts = await countViewsBy(db, await inquire(db, agent, question), 'referrer', MOST)
  return counts.map(({ value: [name = ''], views, visitors }) => ({ name, views, visitors }))
}

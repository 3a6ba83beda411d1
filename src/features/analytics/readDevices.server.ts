import type { Db } from '#db/client.server.ts'
import type { Agent } from '#platform/session.server.ts'
import type { AnalyticsQuestion, Devices, Slice } from './analytics.ts'
import { countViewsBy, type ViewsOf } from './countViewsBy.server.ts'
import { inquire } from './inquiry.server.ts'

/** Far more than there are: devices, systems and browsers come from a list of ours. */
const MOST = 10_000

/** What visitors looked with. */
export async function readDevices(db: Db, agent: Agent, question: AnalyticsQuestion): Promise<Devices> {
  const counts = await countViewsBy(db, await inquire(db, agent, question), 'device', MOST)
  return { devices: by(counts, 0), systems: by(counts, 1), browsers: by(counts, 2) }
}

function by(counts: ViewsOf[], part: number): Slice[] {
  const slices = new Map<string, Slice>()
  for (const { value, views, visitors } of counts) {
    const name = value[part] ?? ''
    const slice = slices.get(name) ?? { name, views: 0, visitors: 0 }
    slices.set(name, { name, views: slice.views + views, visitors: slice.visitors + visitors })
  }
  return [...slices.values()].sort((one, other) => other.views - one.views || (one.name < other.name ? -1 : 1))
}

import { writeAudit } from '#platform/audit/writeAudit.server.ts'
import { csvDownload } from '#platform/csvDownload.server.ts'
import { invalidInput, notSignedIn } from '#platform/errors.ts'
import { findOddText } from '#platform/oddText.ts'
import { useServices } from '#platform/services.server.ts'
import { findVisitor } from '#platform/visitor.server.ts'
import { EventsFilter } from '../analytics.ts'
import { eventsCsv } from './eventsCsv.server.ts'

/** What happened at the listings of the signed-in agent as a table, filtered like the log. */
export async function serveEventsCsv(url: string) {
  const visitor = await findVisitor()
  if (!visitor) throw notSignedIn()
  const wish = Object.fromEntries(new URL(url).searchParams)
  const filter = EventsFilter.safeParse(wish)
  if (!filter.success || findOddText(wish)) throw invalidInput({}, 'That is no way to filter events.')
  const { db } = useServices().database
  const lines = await eventsCsv(db, visitor.agent, filter.data)
  await writeAudit(db, visitor.agent.id, 'downloaded', { what: 'events' })
  return csvDownload(lines, 'analytics')
}

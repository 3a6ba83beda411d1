import { writeAudit } from '#platform/audit/writeAudit.server.ts'
import { csvDownload } from '#platform/csvDownload.server.ts'
import { invalidInput, notSignedIn } from '#platform/errors.ts'
import { findInvalidText } from '#platform/oddText.ts'
import { useServices } from '#platform/services.server.ts'
import { findSignedIn } from '#platform/visitor.server.ts'
import { LeadFilter } from '../ownLeads.ts'
import { leadsCsv } from './leadsCsv.server.ts'

/** The leads of the signed-in agent as a table, filtered like the list. */
export async function serveLeadsCsv(url: string) {
  const visitor = await findSignedIn()
  if (!visitor) throw notSignedIn()
  const wish = Object.fromEntries(new URL(url).searchParams)
  const filter = LeadFilter.safeParse(wish)
  if (!filter.success || findInvalidText(wish)) throw invalidInput({}, 'We don’t recognise these filters.')
  const { db } = useServices().database
  await writeAudit(db, visitor.agent.id, 'downloaded', { what: 'leads' })
  return csvDownload(leadsCsv(db, visitor.agent, filter.data), 'leads')
}

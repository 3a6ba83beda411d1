import { Readable } from 'node:stream'
import { invalidInput, notSignedIn } from '#platform/errors.ts'
import { findOddText } from '#platform/oddText.ts'
import { useServices } from '#platform/services.server.ts'
import { findVisitor } from '#platform/visitor.server.ts'
import { LeadFilter } from '../ownLeads.ts'
import { leadsCsv } from './leadsCsv.server.ts'

/** The leads of the signed-in agent as a table, filtered like the list. */
export async function serveLeadsCsv(url: string) {
  const visitor = await findVisitor()
  if (!visitor) throw notSignedIn()
  const wish = Object.fromEntries(new URL(url).searchParams)
  const filter = LeadFilter.safeParse(wish)
  if (!filter.success || findOddText(wish)) throw invalidInput({}, 'That is no way to filter leads.')
  const lines = leadsCsv(useServices().database.db, visitor.agent, filter.data)
  return new Response(Readable.toWeb(Readable.from(lines, { objectMode: false })) as ReadableStream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="leads-${new Date().toISOString().slice(0, 10)}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}

import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { HOME_TIME_ZONE, profile } from '#db/schema/profile.ts'
import type { Agent } from '#platform/session.server.ts'
import { listLeads } from '../listLeads.server.ts'
import type { LeadFilter } from '../ownLeads.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv.ts'

const AT_A_TIME = 500

type Row = Awaited<ReturnType<typeof listLeads>>['leads'][number]

/** Everything that the filter lets through, a few hundred at a time: as much memory for a hundred thousand as for one. */
export async function* leadsCsv(db: Db, agent: Agent, filter: LeadFilter) {
  const [settings] = await db.select({ timeZone: profile.timeZone }).from(profile).where(eq(profile.userId, agent.id))
  const columns = columnsIn(settings?.timeZone ?? HOME_TIME_ZONE)
  yield BYTE_ORDER_MARK + csvLine(Object.keys(columns))
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const page = await listLeads(db, agent, { ...filter, limit: AT_A_TIME, cursor })
    yield page.leads.map((row) => csvLine(Object.values(columns).map((cell) => cell(row)))).join('')
    cursor = page.next
  }
}

function columnsIn(timeZone: string): Record<string, (row: Row) => string | number> {
  // Sorts as text, and spreadsheets read it as a time.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  return {
    'First name': ({ firstName }) => firstName,
    'Last name': ({ lastName }) => lastName,
    'E-mail': ({ email }) => email,
    Phone: ({ phone }) => phone,
    Listing: ({ listingTitle }) => listingTitle,
    Status: ({ status }) => status,
    Note: ({ note }) => note,
    'Your note': ({ agentNote }) => agentNote,
    'Opened files': ({ openedFiles }) => openedFiles,
    'Last seen': ({ lastSeenAt }) => format.format(lastSeenAt),
    Received: ({ createdAt }) => format.format(createdAt),
  }
}

import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { DEFAULT_TIME_ZONE, profile } from '#db/schema/profile.ts'
import { type CsvColumns, csvTable, csvTimeFormat } from '#platform/csvDownload.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { statusLabels } from '../leadChoices.ts'
import { listLeads } from '../listLeads.server.ts'
import type { LeadFilter } from '../ownLeads.ts'
import { type FurtherNote, listFurtherNotes } from '../repeatLead.server.ts'

const ROWS_PER_BATCH = 500

type CsvRow = Awaited<ReturnType<typeof listLeads>>['leads'][number] & { furtherNotes: FurtherNote[] }

/** Everything that the filter lets through. */
export async function* leadsCsv(db: Db, agent: Agent, filter: LeadFilter) {
  const [settings] = await db.select({ timeZone: profile.timeZone }).from(profile).where(eq(profile.userId, agent.id))
  yield* csvTable(csvColumns(settings?.timeZone ?? DEFAULT_TIME_ZONE), async (cursor) => {
    const { leads, next } = await listLeads(db, agent, { ...filter, limit: ROWS_PER_BATCH, cursor })
    const notes = Map.groupBy(
      await listFurtherNotes(
        db,
        leads.map(({ id }) => id),
      ),
      ({ leadId }) => leadId,
    )
    return { rows: leads.map((lead) => ({ ...lead, furtherNotes: notes.get(lead.id) ?? [] })), next }
  })
}

function csvColumns(timeZone: string): CsvColumns<CsvRow> {
  const time = csvTimeFormat(timeZone)
  return {
    'First name': ({ firstName }) => firstName,
    'Last name': ({ lastName }) => lastName,
    Email: ({ email }) => email,
    Phone: ({ phone }) => phone,
    Listing: ({ listingTitle }) => listingTitle,
    Status: ({ status }) => statusLabels[status],
    Note: ({ note }) => note,
    'Your note': ({ agentNote }) => agentNote,
    'Opened documents': ({ openedFiles }) => openedFiles,
    'Downloaded documents': ({ downloadedFiles }) => downloadedFiles,
    'Last seen': ({ lastSeenAt }) => time(lastSeenAt),
    Received: ({ createdAt }) => time(createdAt),
    'Wrote again': ({ furtherNotes }) => furtherNotes.map((note) => noteText(note, time)).join('\n\n'),
  }
}

const noteText = ({ body, phone, fromOwnBrowser, createdAt }: FurtherNote, time: ReturnType<typeof csvTimeFormat>) =>
  [`${time(createdAt)}${fromOwnBrowser ? '' : ' (not confirmed by email)'}`, body, phone].filter(Boolean).join('\n')

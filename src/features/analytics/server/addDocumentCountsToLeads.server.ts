import { and, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { event } from '#db/schema/events.ts'

/** Leads with how many different documents each has opened on the page, and saved one by one or as a zip. Saving is not opening. */
export async function addDocumentCountsToLeads<Lead extends { id: string }>(db: Db, leads: Lead[]) {
  const countFiles = (name: 'file_view' | 'file_download') =>
    sql<number>`count(distinct ${event.fileId}) filter (where ${event.event} = ${name})`.mapWith(Number)
  const leadIds = leads.map(({ id }) => id)
  const rows = leadIds.length
    ? await db
        .select({
          id: event.leadId,
          openedFiles: countFiles('file_view'),
          downloadedFiles: countFiles('file_download'),
        })
        .from(event)
        .where(and(inArray(event.leadId, leadIds), inArray(event.event, ['file_view', 'file_download'])))
        .groupBy(event.leadId)
    : []
  const counts = new Map(rows.map(({ id, ...count }) => [id, count]))
  return leads.map((lead) => ({ ...lead, ...(counts.get(lead.id) ?? { openedFiles: 0, downloadedFiles: 0 }) }))
}

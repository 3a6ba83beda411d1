import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { event } from '#db/schema/event.ts'
import { file } from '#db/schema/file.ts'
import { lead } from '#db/schema/lead.ts'
import { listing } from '#db/schema/listing.ts'
import { notFound } from '#platform/errors.ts'
import { withDocumentCounts } from '#platform/events/withDocumentCounts.server.ts'
import { keysetPage } from '#platform/keyset.server.ts'
import { phoneForCaller } from '#platform/phone.server.ts'
import type { Agent } from '#platform/session.server.ts'
import type { LeadTimelineInput } from './ownLeads.ts'
import { listFurtherNotes } from './repeatLead.server.ts'

/** One lead with all that its agent may know. */
export async function findLead(db: Db, agent: Agent, id: string) {
  const [found] = await db
    .select({ lead, listingTitle: listing.title })
    .from(lead)
    .innerJoin(listing, eq(listing.id, lead.listingId))
    .where(and(eq(lead.id, id), eq(lead.userId, agent.id)))
  if (!found) throw notFound()
  const { userId: _, searchText: __, lastVisitAt: ___, submissionKey: ____, provenAt: _____, ...known } = found.lead
  const [counted] = await withDocumentCounts(db, [{ ...known, listingTitle: found.listingTitle }])
  if (!counted) throw notFound()
  const furtherNotes = (await listFurtherNotes(db, [id])).map(({ leadId: _, ...note }) => ({
    ...note,
    phoneText: note.phone && phoneForCaller(note.phone),
  }))
  return { ...counted, phoneText: phoneForCaller(counted.phone), furtherNotes }
}

/** What this buyer did, the latest first. Documents keep their names here, also once they are archived. */
export async function listTimeline(db: Db, agent: Agent, { id, limit, cursor }: LeadTimelineInput) {
  const paging = keysetPage('timeline', { key: event.createdAt, of: 'moments', direction: 'down' }, event.id, cursor)
  const [own] = await db
    .select({ id: lead.id })
    .from(lead)
    .where(and(eq(lead.id, id), eq(lead.userId, agent.id)))
  if (!own) throw notFound()
  const rows = await db
    .select({ id: event.id, event: event.event, at: event.createdAt, fileName: file.name, key: paging.key })
    .from(event)
    .leftJoin(file, eq(file.id, event.fileId))
    .where(and(eq(event.leadId, id), paging.after))
    .orderBy(...paging.orderBy)
    .limit(limit + 1)
  return { steps: rows.slice(0, limit).map(({ key: _, ...step }) => step), next: paging.next(rows, limit) }
}

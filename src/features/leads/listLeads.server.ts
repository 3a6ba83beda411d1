import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { lead, leadSortName, needsReply } from '#db/schema/lead.ts'
import { listing } from '#db/schema/listing.ts'
import { withDocumentCounts } from '#platform/events/withDocumentCounts.server.ts'
import { type KeysetOrder, keysetPage } from '#platform/keyset.server.ts'
import { phoneForCaller } from '#platform/phone.server.ts'
import type { Agent } from '#platform/session.server.ts'
import type { LeadSort, LeadStatus } from './leadChoices.ts'
import { matchesLeadFilter } from './leadFilter.server.ts'
import type { ListLeadsInput } from './ownLeads.ts'

/** A page of an agent's leads, over all listings, with how much each buyer has read. */
export async function listLeads(db: Db, agent: Agent, question: ListLeadsInput) {
  const { query, paging } = selectLeads(db, agent, question)
  const { limit } = question
  const rows = await query
  const page = rows.slice(0, limit).map(({ key: _, ...row }) => ({ ...row, phoneText: phoneForCaller(row.phone) }))
  return { leads: await withDocumentCounts(db, page), next: paging.next(rows, limit) }
}

/** The question itself, so that it can be seen how PostgreSQL would answer it. */
export function selectLeads(db: Db, agent: Agent, question: ListLeadsInput) {
  const { sort, limit, cursor } = question
  const paging = keysetPage(sort, leadOrders[sort], lead.id, cursor)
  const query = db
    .select({ ...listedColumns, key: paging.key })
    .from(lead)
    .innerJoin(listing, eq(listing.id, lead.listingId))
    .where(and(matchesLeadFilter(agent, question), paging.after))
    .orderBy(...paging.orderBy)
    .limit(limit + 1)
  return { query, paging }
}

const listedColumns = {
  id: lead.id,
  firstName: lead.firstName,
  lastName: lead.lastName,
  email: lead.email,
  phone: lead.phone,
  note: lead.note,
  agentNote: lead.agentNote,
  status: lead.status,
  listingId: lead.listingId,
  listingTitle: listing.title,
  createdAt: lead.createdAt,
  lastSeenAt: lead.lastSeenAt,
  withdrawnAt: lead.withdrawnAt,
  archivedAt: lead.archivedAt,
}

const leadOrders: Record<LeadSort, KeysetOrder> = {
  newest: { key: lead.createdAt, of: 'moments', direction: 'down' },
  oldest: { key: lead.createdAt, of: 'moments', direction: 'up' },
  name: { key: leadSortName(lead), of: 'words', direction: 'up' },
  seen: { key: lead.lastSeenAt, of: 'moments', direction: 'down' },
}

/** How many leads there are in each status. `new` is how many need a reply: the sidebar, the list and the dashboard show that number. */
export async function countLeads(db: Db, agent: Agent): Promise<Record<LeadStatus | 'archived', number>> {
  const state = sql<
    LeadStatus | 'archived'
  >`case when ${needsReply} then 'new' when ${lead.archivedAt} is null then ${lead.status} else 'archived' end`
  const rows = await db
    .select({ state, n: sql<number>`count(*)`.mapWith(Number) })
    .from(lead)
    .where(eq(lead.userId, agent.id))
    .groupBy(sql`1`)
  const none = { new: 0, contacted: 0, viewing: 0, offer: 0, closed: 0, archived: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ state, n }) => [state, n])) }
}

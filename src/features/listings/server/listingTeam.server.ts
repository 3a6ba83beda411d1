import { and, asc, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Db } from '#db/client.server.ts'
import { coAgent, member } from '#db/schema/agencies.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { notification } from '#db/schema/notifications.ts'
import { expireExportsOfMember } from '#features/accounts/server/export/expireExports.server.ts'
import type { ListingHistoryInput } from '#features/audit/audit.schema.ts'
import { listHistory } from '#features/audit/audit.server.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { lockMembers } from '#platform/auth/lockMembers.server.ts'
import { may } from '#platform/auth/permissions.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { changedElsewhere, conflict, forbidden, notFound } from '#platform/errors.ts'
import { announce } from '#platform/outbound/webhooks/announce.server.ts'
import { type HandOverListingInput, MAX_CO_AGENTS, type SetCoAgentsInput } from '../listings.schema.ts'
import { isReachableListing } from './listings.server.ts'

/** Who runs a listing, and whether the agent may change that. Names are in the list of members. */
export async function readListingTeam(db: Db, agent: Agent, id: string) {
  const [found] = await db.select().from(listing).where(isReachableListing(agent, id))
  if (!found) throw notFound()
  return {
    leadAgentId: found.userId,
    coAgentIds: await listCoAgentIds(db, agent, id),
    mayChange: mayChangeTeam(agent, found),
  }
}

/** What was done to a listing. */
export async function readListingHistory(db: Db, agent: Agent, { id, ...page }: z.infer<typeof ListingHistoryInput>) {
  const [found] = await db.select({ id: listing.id }).from(listing).where(isReachableListing(agent, id))
  if (!found) throw notFound()
  return listHistory(db, agent, { id, about: 'this listing' }, page)
}

/** In the order in which they were added. */
async function listCoAgentIds(db: Db, { agencyId }: Agent, listingId: string) {
  const rows = await db
    .select({ userId: coAgent.userId })
    .from(coAgent)
    .where(and(eq(coAgent.agencyId, agencyId), eq(coAgent.listingId, listingId)))
    .orderBy(asc(coAgent.createdAt), asc(coAgent.userId))
  return rows.map(({ userId }) => userId)
}

/** The lead agent and their assistants, managers and owners. */
const mayChangeTeam = (agent: Agent, { userId }: { userId: string }) =>
  may(agent, 'seeWholeAgency') || agent.actsFor.includes(userId)

/** Makes these colleagues the co-agents. Refused if someone else has changed them since `before` was read. */
export const setCoAgents = (db: Db, agent: Agent, { id, before, userIds }: SetCoAgentsInput) =>
  db.transaction(async (tx) => {
    const found = await lockTeam(tx, agent, id)
    const current = await listCoAgentIds(tx, agent, id)
    if (!hasSameMembers(current, before)) throw changedElsewhere()
    if (userIds.includes(found.userId)) throw conflict('They’re already the lead agent of this listing.')
    const added = userIds.filter((userId) => !current.includes(userId))
    const removed = current.filter((userId) => !userIds.includes(userId))
    if (added.length + removed.length === 0) return
    await requireColleagues(tx, agent, added)
    await removeCoAgents(tx, agent, id, removed)
    if (added.length > 0) await tx.insert(coAgent).values(added.map((userId) => ({ listingId: id, userId })))
    await touch(tx, agent, id)
    const counts = { added: added.length, removed: removed.length }
    await writeAudit(tx, agent, 'co_agents_changed', { listingId: id, ...counts }, id)
  })

/** Another agent runs the listing from now on. A trigger gives them its leads, files and notifications. */
export const handOverListing = (db: Db, agent: Agent, { id, userId, staysCoAgent }: HandOverListingInput) =>
  db.transaction(async (tx) => {
    const { userId: before } = await lockTeam(tx, agent, id)
    if (before === userId) throw conflict('They’re already the lead agent.')
    await requireColleagues(tx, agent, [userId])
    const others = (await listCoAgentIds(tx, agent, id)).filter((one) => one !== userId)
    if (staysCoAgent && others.length >= MAX_CO_AGENTS)
      throw conflict(`A listing has at most ${MAX_CO_AGENTS} co-agents. Remove one first.`)
    await forgetSecondNotifications(tx, agent, id, before, userId)
    await tx.update(listing).set({ userId }).where(isReachableListing(agent, id))
    // A lead that nobody else looks after is the lead agent's.
    await tx
      .update(lead)
      .set({ assigneeId: null })
      .where(and(eq(lead.agencyId, agent.agencyId), eq(lead.listingId, id), eq(lead.assigneeId, userId)))
    if (staysCoAgent) await tx.insert(coAgent).values({ listingId: id, userId: before })
    else await removeCoAgents(tx, agent, id, [before])
    await expireExportsOfMember(tx, before)
    await writeAudit(tx, agent, 'listing_handed_over', { listingId: id, memberId: userId }, id)
    await announce(tx, { agencyId: agent.agencyId, type: 'listing.updated', objectId: id, data: { listingId: id } })
  })

/** Locked, so that two changes of who runs a listing come one after the other. */
async function lockTeam(tx: Db, agent: Agent, id: string) {
  const [found] = await tx.select().from(listing).where(isReachableListing(agent, id)).for('no key update')
  if (!found) throw notFound()
  if (!mayChangeTeam(agent, found))
    throw forbidden('Only the lead agent, a manager or an owner can change who runs this listing.')
  return found
}

const hasSameMembers = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((one) => others.includes(one))

/** Assistants act for others and run no listing themselves. Locked, so that nobody leaves the agency meanwhile. */
async function requireColleagues(tx: Db, { agencyId }: Agent, userIds: string[]) {
  if (userIds.length === 0) return
  const agents = [...(await lockMembers(tx, agencyId, userIds)).values()].filter((role) => role !== 'assistant')
  if (agents.length !== userIds.length) throw conflict('Please choose agents from your agency.')
}

/** Someone who no longer runs the listing looks after none of its leads and hears of none, unless they see the whole agency anyway. */
async function removeCoAgents(tx: Db, { agencyId }: Agent, listingId: string, userIds: string[]) {
  if (userIds.length === 0) return
  await tx
    .delete(coAgent)
    .where(and(eq(coAgent.agencyId, agencyId), eq(coAgent.listingId, listingId), inArray(coAgent.userId, userIds)))
  const seesAll = tx
    .select({ id: member.userId })
    .from(member)
    .where(and(eq(member.agencyId, agencyId), inArray(member.role, ['owner', 'manager'])))
  await tx
    .update(lead)
    .set({ assigneeId: null })
    .where(
      and(
        eq(lead.agencyId, agencyId),
        eq(lead.listingId, listingId),
        inArray(lead.assigneeId, userIds),
        notInArray(lead.assigneeId, seesAll),
      ),
    )
  await tx
    .delete(notification)
    .where(
      and(
        eq(notification.agencyId, agencyId),
        eq(notification.listingId, listingId),
        inArray(notification.userId, userIds),
      ),
    )
}

/** The trigger gives the notifications of the previous lead agent to the next, who may have the same as a co-agent. */
async function forgetSecondNotifications(tx: Db, { agencyId }: Agent, listingId: string, before: string, next: string) {
  await tx.delete(notification).where(
    and(
      eq(notification.agencyId, agencyId),
      eq(notification.listingId, listingId),
      eq(notification.userId, before),
      isNotNull(notification.leadId),
      sql`exists (select from ${notification} other where other."agencyId" = ${agencyId} and other."userId" = ${next}
        and other."leadId" = ${notification.leadId} and other.type = ${notification.type})`,
    ),
  )
}

/** Pages that were kept in memory show the agents, and are made again when the listing changes. Its place in lists stays. */
const touch = (tx: Db, agent: Agent, id: string) =>
  tx
    .update(listing)
    .set({ updatedAt: sql`${listing.updatedAt} + interval '1 microsecond'` })
    .where(isReachableListing(agent, id))

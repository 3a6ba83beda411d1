import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { agency, assistedAgent, coAgent, member, memberInvitation } from '#db/schema/agencies.ts'
import { apiKey } from '#db/schema/apiKeys.ts'
import { feedRun } from '#db/schema/feeds.ts'
import { file, upload } from '#db/schema/files.ts'
import { lead, replyTemplate } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { notification } from '#db/schema/notifications.ts'
import { doorDevice } from '#db/schema/openHomeVisits.ts'
import { person } from '#db/schema/people.ts'
import { vendorLink } from '#db/schema/vendors.ts'
import { webhookEndpoint } from '#db/schema/webhooks.ts'
import { may } from '#platform/auth/permissions.ts'
import type { LeadForward, Role } from '#values/agencyValues.ts'
import { expireExportsOfMember } from '../export/expireExports.server.ts'

interface Successor {
  id: string
  role: Role
}

/**
 * Someone is no longer a member of an agency: a colleague takes over what they have there. The caller has locked the agency. Returns how many
 * listings were handed over.
 */
export async function endMembership(
  tx: Db,
  agencyId: string,
  { id: userId, email }: { id: string; email: string },
  successor: Successor,
) {
  const listings = await handOverMemberWork(tx, agencyId, userId, successor)
  // Nobody comes in on the word of someone who is gone.
  const sent = and(eq(memberInvitation.agencyId, agencyId), eq(memberInvitation.invitedById, userId))
  await tx
    .update(memberInvitation)
    .set({ revokedAt: now })
    .where(and(sent, isNull(memberInvitation.acceptedAt), isNull(memberInvitation.revokedAt)))
  // A former member is not kept from deleting their account.
  await tx.update(memberInvitation).set({ invitedById: successor.id }).where(sent)
  await tx.delete(assistedAgent).where(and(eq(assistedAgent.agencyId, agencyId), eq(assistedAgent.assistantId, userId)))
  await tx.delete(member).where(and(eq(member.agencyId, agencyId), eq(member.userId, userId)))
  await endOfficeCopies(tx, agencyId, email)
  return listings
}

/** Copies of the agency's leads no longer go to the address of someone who may not see them any more. */
export async function endOfficeCopies(tx: Db, agencyId: string, email: string) {
  await tx
    .update(agency)
    .set({ officeEmail: '', officeEmailConfirmedAt: null })
    .where(and(eq(agency.id, agencyId), eq(agency.officeEmail, email)))
  const others = sql<LeadForward[]>`(select coalesce(jsonb_agg(one order by place), '[]')
    from jsonb_array_elements(${agency.leadForwards}) with ordinality as each(one, place) where one->>'email' <> ${email})`
  await tx.update(agency).set({ leadForwards: others }).where(eq(agency.id, agencyId))
}

/**
 * Gives a colleague everything that a member has in an agency. Ids, slugs and keys stay, so links and what buyers wrote stay too. The trigger
 * `hand_over` moves the leads, files and notifications of listings (migration 0021). Returns how many listings were handed over.
 */
export async function handOverMemberWork(tx: Db, agencyId: string, fromId: string, to: Successor) {
  // A request that creates something for them at this moment holds the row (`lockMembers`): it is handed over, too.
  await tx
    .select()
    .from(member)
    .where(and(eq(member.agencyId, agencyId), eq(member.userId, fromId)))
    .for('update')

  // A copy in the successor's own list is enough.
  const other = alias(notification, 'other')
  const isTold = tx
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        eq(other.userId, to.id),
        eq(other.listingId, notification.listingId),
        eq(other.type, notification.type),
        sql`${other.leadId} is not distinct from ${notification.leadId}`,
      ),
    )
  const inAgency = tx.select({ id: listing.id }).from(listing).where(eq(listing.agencyId, agencyId))
  const ofLeaver = and(eq(notification.userId, fromId), inArray(notification.listingId, inAgency))
  await tx.delete(notification).where(and(ofLeaver, sql`exists (${isTold})`))

  // In one order, as where events are counted: consistent lock order prevents deadlocks.
  const own = and(eq(listing.agencyId, agencyId), eq(listing.userId, fromId))
  await tx.select({ id: listing.id }).from(listing).where(own).orderBy(listing.id).for('update')
  const listings = await tx
    .update(listing)
    // The key belongs to the browser that created it, and is unique for each agent.
    .set({ userId: to.id, creationKey: null })
    .where(own)
    .returning({ id: listing.id })

  await takeSharedListings(tx, agencyId, fromId, to)
  // What is left was about listings that others lead, who have their own.
  await tx.delete(notification).where(ofLeaver)
  await takeAssignedLeads(tx, agencyId, fromId, to)
  await tx
    .update(file)
    .set({ userId: to.id })
    .where(and(eq(file.agencyId, agencyId), eq(file.userId, fromId), isNull(file.listingId)))
  await tx
    .update(person)
    .set({ userId: to.id })
    .where(and(eq(person.agencyId, agencyId), eq(person.userId, fromId)))
  const filesInAgency = tx.select({ id: file.id }).from(file).where(eq(file.agencyId, agencyId))
  await tx
    .update(upload)
    .set({ userId: to.id })
    // One that has not ended is refused when it does, and swept.
    .where(and(eq(upload.userId, fromId), inArray(upload.fileId, filesInAgency)))
  await tx
    .update(replyTemplate)
    .set({ userId: to.id })
    .where(and(eq(replyTemplate.agencyId, agencyId), eq(replyTemplate.userId, fromId)))
  await tx
    .update(vendorLink)
    .set({ userId: to.id })
    .where(and(eq(vendorLink.agencyId, agencyId), eq(vendorLink.userId, fromId)))
  await tx
    .update(doorDevice)
    .set({ userId: to.id })
    .where(and(eq(doorDevice.agencyId, agencyId), eq(doorDevice.userId, fromId)))
  await handOverConnections(tx, agencyId, fromId, to)
  await takeAssistants(tx, agencyId, fromId, to)
  await expireExportsOfMember(tx, fromId)
  return listings.length
}

/** The successor takes the leaver's place among the co-agents, so that there are no more of them than before. */
async function takeSharedListings(tx: Db, agencyId: string, fromId: string, to: Successor) {
  const shared = and(
    eq(coAgent.userId, fromId),
    inArray(coAgent.listingId, tx.select({ id: listing.id }).from(listing).where(eq(listing.agencyId, agencyId))),
  )
  await tx
    .insert(coAgent)
    .select(
      tx
        .select({
          listingId: coAgent.listingId,
          userId: sql<string>`${to.id}`.as('userId'),
          createdAt: coAgent.createdAt,
          agencyId: listing.agencyId,
        })
        .from(coAgent)
        .innerJoin(listing, eq(listing.id, coAgent.listingId))
        .where(and(shared, sql`${listing.userId} <> ${to.id}`)),
    )
    .onConflictDoNothing()
  await tx.delete(coAgent).where(shared)
  // Pages that were kept in memory show the co-agents.
  await tx.execute(sql`select pg_notify('page_changed', ${fromId})`)
}

/** A lead that is out of the successor's reach goes back to the lead agent of its listing. */
async function takeAssignedLeads(tx: Db, agencyId: string, fromId: string, to: Successor) {
  const isShared = sql`exists (select from ${coAgent} where ${coAgent.listingId} = ${lead.listingId} and ${coAgent.userId} = ${to.id})`
  const isReached = may(to, 'seeWholeAgency') ? sql`true` : sql`${lead.userId} = ${to.id} or ${isShared}`
  await tx
    .update(lead)
    .set({ assigneeId: sql`case when ${isReached} then ${to.id} end` })
    .where(and(eq(lead.agencyId, agencyId), eq(lead.assigneeId, fromId)))
}

/** Assistants of the leaver act for the successor, and so will those who are invited. */
async function takeAssistants(tx: Db, agencyId: string, fromId: string, to: Successor) {
  const assisted = and(eq(assistedAgent.agencyId, agencyId), eq(assistedAgent.agentId, fromId))
  await tx
    .insert(assistedAgent)
    .select(
      tx
        .select({
          agencyId: assistedAgent.agencyId,
          assistantId: assistedAgent.assistantId,
          agentId: sql<string>`${to.id}`.as('agentId'),
        })
        .from(assistedAgent)
        .where(assisted),
    )
    .onConflictDoNothing()
  await tx.delete(assistedAgent).where(assisted)
  await tx
    .update(memberInvitation)
    .set({ agentIds: sql`array_replace(${memberInvitation.agentIds}, ${fromId}, ${to.id})` })
    .where(eq(memberInvitation.agencyId, agencyId))
}

/**
 * An agency's programs work on when the one who set them up leaves or gets a lesser role. They reach the whole agency, so they act for a
 * member who does, too: an owner, if the successor does not.
 */
export async function handOverConnections(tx: Db, agencyId: string, fromId: string, to: Successor) {
  const isSuitable = to.id !== fromId && may(to, 'manageConnections')
  const { id: userId } = isSuitable ? to : await findOtherOwner(tx, agencyId, fromId)
  for (const table of [apiKey, webhookEndpoint, feedRun])
    await tx
      .update(table)
      .set({ userId })
      .where(and(eq(table.agencyId, agencyId), eq(table.userId, fromId)))
}

/** The owner who pays, or another one. */
export async function findOtherOwner(tx: Db, agencyId: string, userId: string) {
  const [found] = await tx
    .select({ id: member.userId, role: member.role })
    .from(member)
    .innerJoin(agency, eq(agency.id, member.agencyId))
    .where(and(eq(member.agencyId, agencyId), eq(member.role, 'owner'), ne(member.userId, userId)))
    .orderBy(sql`${agency.payerId} is distinct from ${member.userId}`, asc(member.joinedAt))
    .limit(1)
  if (!found) throw new Error('An agency has no other owner.')
  return found
}

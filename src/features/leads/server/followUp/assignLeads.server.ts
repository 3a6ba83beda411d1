import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { coAgent } from '#db/schema/agencies.ts'
import { lead } from '#db/schema/leads.ts'
import { writeAudits } from '#features/audit/writeAudit.server.ts'
import { notifyOfAssignedLeads } from '#features/notifications/notifications.server.ts'
import { lockMembers } from '#platform/auth/lockMembers.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { invalidInput } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import type { Role } from '#values/agencyValues.ts'
import { type AssignLeadsInput, isAssignable } from '../../followUp/followUp.schema.ts'
import { sendAssignedLeadsUpdate } from '../agentNotifications/agentUpdates.server.ts'
import { updateLeads } from '../leads.server.ts'

type LeadRow = typeof lead.$inferSelect

/**
 * Who looks after these leads from now on: the lead agent of their listing (null), a co-agent of it, a manager or an owner. They are told,
 * unless they did it themselves.
 */
export const assignLeads = (services: Services, agent: Agent, { ids, assigneeId }: AssignLeadsInput) =>
  services.database.db.transaction(async (tx) => {
    const role = assigneeId ? (await lockMembers(tx, agent.agencyId, [assigneeId])).get(assigneeId) : undefined
    // Only locked at first: an id that belongs to nobody could not be stored.
    const before = await updateLeads(tx, agent, ids, {})
    if (assigneeId) await requireAssignable(tx, agent, before, assigneeId, role)
    await updateLeads(tx, agent, ids, { assigneeId })
    // The lead agent looks after a lead without being named, also after the listing was handed over.
    const own = before.filter((one) => one.userId === assigneeId).map(({ id }) => id)
    if (own.length > 0)
      await tx
        .update(lead)
        .set({ assigneeId: null })
        .where(and(eq(lead.agencyId, agent.agencyId), inArray(lead.id, own)))
    const changed = before.filter((one) => responsibleFor(one) !== (assigneeId ?? one.userId))
    await writeAudits(
      tx,
      agent,
      'lead_assigned',
      changed.map(({ id, userId }) => ({ objectId: id, details: { leadId: id, memberId: assigneeId ?? userId } })),
    )
    for (const [to, leads] of Map.groupBy(changed, ({ userId }) => assigneeId ?? userId))
      if (to !== agent.id) {
        await notifyOfAssignedLeads(tx, leads, to)
        await sendAssignedLeadsUpdate(services, tx, { by: agent, to, leadIds: leads.map(({ id }) => id) })
      }
  })

const responsibleFor = ({ assigneeId, userId }: LeadRow) => assigneeId ?? userId

/** Someone who reaches the lead anyway. The message is the same for strangers, so that it does not reveal who has an account. */
async function requireAssignable(
  tx: Db,
  { agencyId }: Agent,
  leads: LeadRow[],
  assigneeId: string,
  role: Role | undefined,
) {
  const listingIds = [...new Set(leads.map((one) => one.listingId))]
  const shared = await tx
    .select()
    .from(coAgent)
    .where(and(eq(coAgent.agencyId, agencyId), inArray(coAgent.listingId, listingIds), eq(coAgent.userId, assigneeId)))
    .for('share')
  const coAgentIds = (listingId: string) =>
    shared.filter((one) => one.listingId === listingId).map(({ userId }) => userId)
  const isAssignee = ({ userId, listingId }: LeadRow) =>
    role && isAssignable({ id: assigneeId, role }, { userId, coAgentIds: coAgentIds(listingId) })
  if (!leads.every(isAssignee))
    throw invalidInput(
      { assigneeId: 'They don’t work on this listing' },
      'You can assign a lead to the agents who run its listing, or to a manager or owner.',
    )
}

import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { fromNow, now } from '#db/clock.server.ts'
import { deleteWebhookEndpoints, deleteWebhookMessages } from '#db/deleteWebhooks.server.ts'
import { calendarLink, dataExport, session, user } from '#db/schema/accounts.ts'
import { agency, assistedAgent, member, memberInvitation } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { eventDay } from '#db/schema/events.ts'
import { feedRun } from '#db/schema/feeds.ts'
import { file, upload } from '#db/schema/files.ts'
import { replyTemplate } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { silencedAddress } from '#db/schema/messages.ts'
import { person } from '#db/schema/people.ts'
import { webhookEndpoint } from '#db/schema/webhooks.ts'
import { agencyDeletionEmail } from '#features/accounts/accounts.emails.tsx'
import { requirePassword } from '#features/accounts/server/credentials/passwords/passwordHashing.server.ts'
import { stopRenewalJob, UNDO_DAYS } from '#features/accounts/server/deletion/deleteAccount.server.ts'
import {
  deleteApiKeys,
  eraseWork,
  listWorkPaths,
  removePaths,
} from '#features/accounts/server/deletion/eraseWork.server.ts'
import { expireAgencyExports, holdBackExports } from '#features/accounts/server/export/expireExports.server.ts'
import { readSettings } from '#features/accounts/server/settings.server.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { requirePermission } from '#platform/auth/permissions.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict } from '#platform/errors.ts'
import { sumOwner } from '#platform/events/eventSums.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { emailDate } from '#ui/format/dates.ts'
import { DAY_MS } from '#values/time.ts'
import { lockTeam, requireActor, type Team } from './team.server.ts'

/** Tells every member, and stops future charges. Any owner can cancel it until it is due. */
export async function scheduleAgencyDeletion(services: Services, agent: Agent, password: string) {
  requirePermission(agent, 'deleteAgency')
  await requirePassword(services, agent, password, 'password')
  const { database, jobs } = services
  return database.db.transaction(async (tx) => {
    const team = await lockTeam(tx, agent.agencyId)
    requirePermission(requireActor(team, agent), 'deleteAgency')
    if (team.members.length === 1)
      throw conflict('You’re the only member of this agency. You can delete it with your account, under Settings.')
    if (team.deletionDueAt) return { deletionDueAt: team.deletionDueAt }
    const [scheduled] = await tx
      .update(agency)
      .set({ deletionDueAt: fromNow(UNDO_DAYS * DAY_MS) })
      .where(eq(agency.id, team.id))
      .returning({ deletionDueAt: agency.deletionDueAt })
    await writeAudit(tx, agent, 'agency_deletion_scheduled', {})
    const subscriptionId = await findSubscription(tx, team)
    if (subscriptionId) await jobs.enqueue(tx, stopRenewalJob, { subscriptionId })
    if (scheduled?.deletionDueAt) await emailMembers(services, tx, team, scheduled.deletionDueAt)
    return { deletionDueAt: scheduled?.deletionDueAt ?? null }
  })
}

/** The agency stays, but its subscription still ends, unless the payer resumes it. */
export async function cancelAgencyDeletion({ database: { db } }: Services, agent: Agent) {
  requirePermission(agent, 'deleteAgency')
  await db.transaction(async (tx) => {
    const team = await lockTeam(tx, agent.agencyId)
    requirePermission(requireActor(team, agent), 'deleteAgency')
    if (!team.deletionDueAt) return
    await tx.update(agency).set({ deletionDueAt: null }).where(eq(agency.id, team.id))
    await writeAudit(tx, agent, 'agency_deletion_undone', {})
  })
}

async function findSubscription(tx: Db, { payerId }: Team) {
  if (!payerId) return ''
  const [payer] = await tx.select({ subscriptionId: user.subscriptionId }).from(user).where(eq(user.id, payerId))
  return payer?.subscriptionId
}

async function emailMembers({ mailer, env }: Services, tx: Db, { name, members }: Team, dueAt: Date) {
  for (const { id, email, role } of members) {
    const [account] = await tx.select().from(user).where(eq(user.id, id))
    if (!account) continue
    const { timeZone } = await readSettings(tx, account)
    const facts = { daysLeft: UNDO_DAYS, isOwner: role === 'owner', appUrl: env.APP_URL }
    await mailer.post(tx, {
      to: email,
      ...agencyDeletionEmail(name || 'Your agency', emailDate(dueAt, timeZone), facts),
    })
  }
}

const ReleasePayerData = z.strictObject({ userId: z.string(), agencyId: z.string() })
/** Ends the subscription of an erased agency, if nothing else is paid with it. The work is in billing, which knows the provider. */
export const releasePayer: Pick<Job<z.infer<typeof ReleasePayerData>, Services>, 'name' | 'data'> = {
  name: 'release_payer',
  data: ReleasePayerData,
}

const NoData = z.object({})

export const eraseDueAgenciesJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'erase_due_agencies',
  data: NoData,
  schedule: '29 * * * *',
  async work(services) {
    const due = await services.database.db.select({ id: agency.id }).from(agency).where(lte(agency.deletionDueAt, now))
    const failures: unknown[] = []
    for (const { id } of due) await eraseAgency(services, id).catch((error) => failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, 'Some agencies could not be erased yet.')
  },
}

/**
 * Deletes everything of an agency. Accounts are people's own and stay: who works in another agency goes on there, everyone else gets an
 * agency of one.
 */
async function eraseAgency(services: Services, agencyId: string) {
  const {
    database: { db },
    jobs,
    log,
  } = services
  const paths = await db.transaction(async (tx) => {
    const [due] = await tx
      .select({ id: agency.id, payerId: agency.payerId })
      .from(agency)
      .where(and(eq(agency.id, agencyId), lte(agency.deletionDueAt, now)))
      .for('update')
    // Cancelled since.
    if (!due) return []
    await holdBackExports(tx, agencyId)
    const members = await tx.select({ id: member.userId }).from(member).where(eq(member.agencyId, agencyId))
    const exports = await expireAgencyExports(tx, agencyId)
    const work = {
      isListing: eq(listing.agencyId, agencyId),
      isFile: eq(file.agencyId, agencyId),
      isUpload: eq(upload.agencyId, agencyId),
    }
    const stored = await listWorkPaths(tx, work)
    const listings = await tx
      .select({ id: listing.id, userId: listing.userId })
      .from(listing)
      .where(work.isListing)
      .orderBy(asc(listing.id))
      .for('update')
    await eraseWork(tx, work)
    await deleteSums(tx, agencyId, [...listings.map(({ userId }) => userId), ...members.map(({ id }) => id)])
    await deleteWebhookMessages(tx, { agencyIds: [agencyId] })
    await deleteWebhookEndpoints(tx, eq(webhookEndpoint.agencyId, agencyId))
    for (const table of [
      ...[person, replyTemplate, audit, dataExport, feedRun, memberInvitation, silencedAddress],
      ...[calendarLink, assistedAgent, member],
    ])
      await tx.delete(table).where(eq(table.agencyId, agencyId))
    await deleteApiKeys(tx, [agencyId])
    await tx.update(session).set({ agencyId: null }).where(eq(session.agencyId, agencyId))
    await tx.delete(agency).where(eq(agency.id, agencyId))
    for (const { id } of members) await tx.execute(sql`select agency_of(${id})`)
    if (due.payerId) await jobs.enqueue(tx, releasePayer, { userId: due.payerId, agencyId })
    return [...stored, ...exports]
  })
  await removePaths(services, paths)
  log.info('agency erased')
}

/** The daily sums of the agency, and those of its agents in it. */
async function deleteSums(tx: Db, agencyId: string, agentIds: readonly string[]) {
  const owners = [...new Set(agentIds)].map((id) => sumOwner(id, agencyId))
  await tx.delete(eventDay).where(inArray(eventDay.userId, [agencyId, ...owners]))
}

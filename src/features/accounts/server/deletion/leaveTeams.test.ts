import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { profile, user } from '#db/schema/accounts.ts'
import { agency, member } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { inviteMember } from '#features/agencies/server/invitations.server.ts'
import { createMemberAccount, joinAgency, readInvitation } from '#features/agencies/server/joinAgency.server.ts'
import { removeMember } from '#features/agencies/server/removeMember.server.ts'
import { listAgencyAudit } from '#features/audit/agencyAudit.server.ts'
import { ListAgencyAuditInput } from '#features/audit/audit.schema.ts'
import { listHistory } from '#features/audit/audit.server.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { addMember, createAgency } from '../../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { newAddress, sendInvitation, visit } from '../../../../../test/fixtures/invitations.ts'
import { createLead } from '../../../../../test/fixtures/leads.ts'
import { createListing } from '../../../../../test/fixtures/listings.ts'
import { waitForBlockedStatement } from '../../../../../test/support/database.ts'
import { openServices } from '../../../../../test/support/services/services.ts'
import { cancelAccountDeletion, eraseDueAccountsJob } from './deleteAccount.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())

const eraseDue = () => eraseDueAccountsJob.work(opened.services, {}, { id: '' })
const exists = async ({ id }: Agent) => (await opened.database.db.$count(user, eq(user.id, id))) === 1
const makeDue = ({ id: userId }: Agent) => {
  const deletionDueAt = new Date(Date.now() - 1_000)
  const { db } = opened.database
  return db
    .insert(profile)
    .values({ userId, deletionDueAt })
    .onConflictDoUpdate({ target: profile.userId, set: { deletionDueAt } })
}
/** Whatever locks the row of an agency waits until `meanwhile` is done. */
const whileAgencyIsLocked = ({ agencyId }: Agent, meanwhile: () => Promise<unknown>) =>
  opened.database.db.transaction(async (tx) => {
    await tx.select().from(agency).where(eq(agency.id, agencyId)).for('no key update')
    await meanwhile()
  })

describe('threat 164: an account is erased by the rules for leaving a team', () => {
  test('of two last owners whose accounts are due at the same moment, one stays', async () => {
    const { db } = opened.database
    const { owner } = await createAgency(db)
    const second = await addMember(db, owner, { role: 'owner' })
    await db.update(agency).set({ payerId: null }).where(eq(agency.id, owner.agencyId))
    await makeDue(owner)
    await makeDue(second)
    const running: Promise<unknown>[] = []
    await whileAgencyIsLocked(owner, async () => {
      // Each begins with the account that the other has not come to yet, or waits for the same one.
      running.push(eraseDue(), eraseDue())
      await waitForBlockedStatement(opened.database, 2)
    })
    await Promise.all(running)
    expect([await exists(owner), await exists(second)].sort()).toEqual([false, true])
    expect(await db.$count(member, and(eq(member.agencyId, owner.agencyId), eq(member.role, 'owner')))).toBe(1)
  })

  test('an owner who became the last one while the erasure waited is not erased', async () => {
    const { db } = opened.database
    const { owner } = await createAgency(db)
    const second = await addMember(db, owner, { role: 'owner' })
    await db.update(agency).set({ payerId: null }).where(eq(agency.id, owner.agencyId))
    await makeDue(owner)
    const running: Promise<unknown>[] = []
    await db.transaction(async (tx) => {
      await tx.select().from(agency).where(eq(agency.id, owner.agencyId)).for('no key update')
      running.push(eraseDue())
      await waitForBlockedStatement(opened.database)
      await tx.update(member).set({ role: 'agent' }).where(eq(member.userId, second.id))
    })
    await Promise.all(running)
    expect(await db.select().from(user).where(eq(user.id, owner.id))).toMatchObject([{ archivedAt: null }])
  })

  test('an owner whose invitation is being accepted either stays or lets nobody in', async () => {
    const { db } = opened.database
    const owner: Agent = await createAgent(db)
    const { key } = await sendInvitation(opened, owner, { role: 'owner' })
    await makeDue(owner)
    const account = { key, password: 'a long enough one', firstName: 'Kiri', lastName: 'Tane' }
    const running: Promise<unknown>[] = []
    await whileAgencyIsLocked(owner, async () => {
      running.push(eraseDue())
      await waitForBlockedStatement(opened.database)
      running.push(createMemberAccount(opened.services, account, visit))
      await waitForBlockedStatement(opened.database, 2)
    })
    const results = await Promise.allSettled(running)
    expect(results).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { status: 400 } }])
    expect(await exists(owner)).toBe(false)
    expect(await db.$count(agency, eq(agency.id, owner.agencyId))).toBe(0)
  })

  test('an account that is closed already is not kept by someone who is still signed in', async () => {
    const { db } = opened.database
    const agent = await createAgent(db)
    await makeDue(agent)
    await db.update(user).set({ archivedAt: new Date() }).where(eq(user.id, agent.id))
    await expect(cancelAccountDeletion(db, agent)).rejects.toMatchObject({ status: 401 })
    await eraseDue()
    expect(await exists(agent)).toBe(false)
  })

  test('someone whose account is being erased neither joins nor invites', async () => {
    const { db } = opened.database
    const { owner } = await createAgency(db)
    const leaver: Agent = await createAgent(db)
    const { key } = await sendInvitation(opened, owner, { email: leaver.email })
    await db.update(user).set({ archivedAt: new Date() }).where(eq(user.id, leaver.id))
    const join = joinAgency(opened.services, { ...leaver, emailVerified: true }, '', key, visit.clientIp)
    await expect(join).rejects.toMatchObject({ status: 401 })
    const invite = inviteMember(opened.services, leaver, { email: newAddress(), role: 'agent', agentIds: [] })
    await expect(invite).rejects.toMatchObject({ status: 403 })
  })

  test('lets nobody in with an invitation they have sent, and takes the copies of leads from their address', async () => {
    const { db } = opened.database
    const { owner, manager } = await createAgency(db)
    const { key } = await sendInvitation(opened, manager)
    await db.update(agency).set({ officeEmail: manager.email }).where(eq(agency.id, owner.agencyId))
    await makeDue(manager)
    await eraseDue()
    expect(await exists(manager)).toBe(false)
    expect(await readInvitation(opened.services, key, visit.clientIp)).toEqual({ state: 'revoked' })
    expect(await db.select().from(agency).where(eq(agency.id, owner.agencyId))).toMatchObject([{ officeEmail: '' }])
  })
})

describe('threat 167: the activity of an agency after a member’s account was erased', () => {
  test('stays without who it was, and has nothing of the account alone', async () => {
    const { db } = opened.database
    const { owner, manager, agent, colleague } = await createAgency(db)
    const { id: listingId } = await createListing(db, { agent: colleague })
    const { id: leadId } = await createLead(db, { listingId })
    const { id: memberId } = agent
    await writeAudit(db, agent, 'member_joined', { role: 'agent' }, memberId)
    await writeAudit(db, agent, 'listing_published', { listingId }, listingId)
    await writeAudit(db, agent, 'lead_note_changed', { leadId }, leadId)
    await writeAudit(db, { id: memberId }, 'password_changed', {})
    await writeAudit(db, manager, 'lead_assigned', { leadId, memberId }, leadId)
    await makeDue(agent)
    await eraseDue()

    expect(await exists(agent)).toBe(false)
    const { activities, formerMembers } = await listAgencyAudit(db, owner, ListAgencyAuditInput.parse({}))
    const deleted = { id: null, name: 'Deleted account' }
    expect(activities).toMatchObject([
      { action: 'member_left', actor: deleted },
      { action: 'lead_assigned', actor: { id: manager.id }, member: null },
      { action: 'listing_published', actor: deleted },
      { action: 'member_joined', actor: deleted },
    ])
    expect(formerMembers).toEqual([])
    const history = (id: string) => listHistory(db, owner, { id, about: '' }, { limit: 10 })
    expect((await history(listingId)).entries).toMatchObject([{ by: 'Deleted account' }])
    expect((await history(leadId)).entries.map(({ by }) => by)).toEqual(['Aroha Ngata', 'Deleted account'])
    const left = JSON.stringify(await db.select().from(audit).where(eq(audit.agencyId, owner.agencyId)))
    expect(left).not.toContain(memberId)
    expect(await db.$count(audit, eq(audit.action, 'password_changed'))).toBe(0)
  })

  test('does not take the manager who removed them for the one who left', async () => {
    const { db } = opened.database
    const { owner, manager, agent, colleague } = await createAgency(db)
    await writeAudit(db, { id: manager.id }, 'signed_in', {})
    await removeMember(opened.services, manager, { userId: agent.id, successorId: colleague.id })
    await makeDue(agent)
    await eraseDue()
    const { activities, formerMembers } = await listAgencyAudit(db, owner, ListAgencyAuditInput.parse({}))
    // Once, as something that a member does, and not again as something of a former one.
    expect(activities.map(({ action, actor }) => [action, actor.id])).toEqual([
      ['member_removed', manager.id],
      ['signed_in', manager.id],
    ])
    expect(formerMembers).toEqual([])
  })
})

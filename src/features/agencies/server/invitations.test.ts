import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ago, fromNow } from '#db/clock.server.ts'
import { memberInvitation } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { subscription } from '#db/schema/billing.ts'
import { type Agent, hashToken } from '#platform/auth/sessions.server.ts'
import { DAY_MS, DAY_SECONDS } from '#values/time.ts'
import { addMember, createAgency } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { countSeatReports, emailedKey, newAddress, sendInvitation } from '../../../../test/fixtures/invitations.ts'
import { expectRateLimited } from '../../../../test/support/rateLimit.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { NewInvitation } from '../members.schema.ts'
import { inviteMember, listOpenInvitations, resendInvitation, revokeInvitation } from './invitations.server.ts'
import { readInvitation } from './joinAgency.server.ts'
import { changeMember } from './members.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
let agency: Awaited<ReturnType<typeof createAgency>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())
beforeEach(async () => {
  agency = await createAgency(opened.database.db)
})

const stored = async (email: string) => {
  const [row] = await opened.database.db.select().from(memberInvitation).where(eq(memberInvitation.email, email))
  if (!row) throw new Error('There is no such invitation.')
  return row
}
const invite = (agent: Agent, fields: Partial<NewInvitation> = {}) =>
  inviteMember(opened.services, agent, { email: newAddress(), role: 'agent', agentIds: [], ...fields })
const stateOf = async (key: string) => (await readInvitation(opened.services, key, '203.0.113.8')).state
/** As if it was sent some time ago. */
const sentBefore = (email: string, milliseconds: number) =>
  opened.database.db
    .update(memberInvitation)
    .set({ sentAt: ago(milliseconds), expiresAt: fromNow(7 * DAY_MS - milliseconds) })
    .where(eq(memberInvitation.email, email))

describe('an invitation', () => {
  test('is emailed with who invites, to which agency and what the role means; only the hash of its link is stored', async () => {
    const { email, key } = await sendInvitation(opened, agency.manager)
    const row = await stored(email)
    expect(row).toMatchObject({ agencyId: agency.owner.agencyId, role: 'agent', tokenHash: hashToken(key) })
    expect(JSON.stringify(row)).not.toContain(key)
    expect(row.expiresAt.getTime()).toBeCloseTo(Date.now() + 7 * DAY_MS, -5)
    const mail = (await opened.writtenEmails()).find(({ to }) => to === email)
    expect(mail).toMatchObject({ subject: 'Aroha Ngata has invited you to join their agency' })
    expect(mail?.text).toContain('as an agent')
    expect(mail?.text).toContain('You’ll work on your own listings, and on those that colleagues share with you.')
    const entries = await opened.database.db.select().from(audit).where(eq(audit.objectId, row.id))
    expect(entries).toMatchObject([
      {
        action: 'member_invited',
        userId: agency.manager.id,
        agencyId: agency.owner.agencyId,
        details: { role: 'agent' },
      },
    ])
  })

  test('is listed with who sent it and when it expires, for its own agency alone', async () => {
    const { email } = await sendInvitation(opened, agency.manager)
    const { expiresAt } = await stored(email)
    expect(await listOpenInvitations(opened.database.db, agency.owner.agencyId)).toMatchObject([
      { email, role: 'agent', invitedBy: 'Aroha Ngata', expiresAt, isExpired: false },
    ])
    expect(await listOpenInvitations(opened.database.db, (await createAgent(opened.database.db)).agencyId)).toEqual([])
  })

  test('threat 140: is sent by owners and managers alone, and owners and managers are invited by owners', async () => {
    for (const role of ['agent', 'assistant'] as const)
      await expect(invite(agency[role])).rejects.toMatchObject({ status: 403 })
    for (const role of ['owner', 'manager'] as const) {
      await expect(invite(agency.manager, { role })).rejects.toMatchObject({ status: 403 })
      await invite(agency.owner, { role })
      const { email, key } = await sendInvitation(opened, agency.owner, { role })
      const { id } = await stored(email)
      await expect(revokeInvitation(opened.services, agency.manager, id)).rejects.toMatchObject({ status: 403 })
      await sentBefore(email, 2 * DAY_MS)
      await expect(resendInvitation(opened.services, agency.manager, id)).rejects.toMatchObject({ status: 403 })
      expect(await stateOf(key)).toBe('open')
    }
  })

  test('is for someone who is neither a member nor invited yet', async () => {
    await expect(invite(agency.owner, { email: agency.agent.email })).rejects.toMatchObject({
      status: 400,
      fields: { email: expect.stringContaining('already a member') },
    })
    const { email, key } = await sendInvitation(opened, agency.owner)
    await expect(invite(agency.owner, { email })).rejects.toMatchObject({
      fields: { email: expect.stringContaining('invited already') },
    })
    // An expired one makes room.
    await sentBefore(email, 8 * DAY_MS)
    expect(await stateOf(key)).toBe('expired')
    await invite(agency.owner, { email })
    expect(await stateOf(await emailedKey(opened, email))).toBe('open')
    expect(await listOpenInvitations(opened.database.db, agency.owner.agencyId)).toHaveLength(1)
  })

  test('of an assistant names the agents they act for, who are members and no assistants', async () => {
    expect(NewInvitation.safeParse({ email: 'a@example.nz', role: 'assistant', agentIds: [] }).success).toBe(false)
    const stranger = await createAgent(opened.database.db)
    for (const { id } of [stranger, agency.assistant])
      await expect(invite(agency.owner, { role: 'assistant', agentIds: [id] })).rejects.toMatchObject({
        fields: { agentIds: expect.any(String) },
      })
    const { email } = await sendInvitation(opened, agency.owner, { role: 'assistant', agentIds: [agency.agent.id] })
    expect((await stored(email)).agentIds).toEqual([agency.agent.id])
  })

  test('sent again has a new link for seven more days, and the one before is void; not within a minute', async () => {
    const { email, key } = await sendInvitation(opened, agency.owner)
    const { id } = await stored(email)
    await expect(resendInvitation(opened.services, agency.manager, id)).rejects.toMatchObject({ status: 429 })
    expect(await stateOf(key)).toBe('open')
    await sentBefore(email, 2 * DAY_MS)
    await resendInvitation(opened.services, agency.manager, id)
    expect(await stateOf(key)).toBe('revoked')
    expect(await stateOf(await emailedKey(opened, email))).toBe('open')
    // Who sent it last answers for it.
    expect((await stored(email)).invitedById).toBe(agency.manager.id)
    expect((await stored(email)).expiresAt.getTime()).toBeCloseTo(Date.now() + 7 * DAY_MS, -5)
  })

  test('threat 141: at most ten emails a day go to one address, no matter who sends them', async () => {
    const { email } = await sendInvitation(opened, agency.owner)
    const { id } = await stored(email)
    for (let i = 0; i < 9; i++) {
      await sentBefore(email, 2 * 60_000)
      await resendInvitation(opened.services, agency.owner, id)
    }
    await sentBefore(email, 2 * 60_000)
    await expect(resendInvitation(opened.services, agency.owner, id)).rejects.toMatchObject({ status: 429 })
    const other = await createAgency(opened.database.db)
    await expect(invite(other.owner, { email })).rejects.toMatchObject({ status: 429 })
  })

  test('threat 141: an agency sends at most 100 a day, and someone without the permission uses none of them up', async () => {
    const email = newAddress()
    for (let i = 0; i < 11; i++) await expect(invite(agency.agent, { email })).rejects.toMatchObject({ status: 403 })
    await invite(agency.owner, { email })
    const refused = () => invite(agency.owner, { role: 'assistant', agentIds: ['usr_nobody'] })
    for (let i = 0; i < 99; i++) await expect(refused()).rejects.toMatchObject({ status: 400 })
    await expectRateLimited(refused(), DAY_SECONDS)
  })

  test('that was withdrawn opens nothing, and another agency cannot withdraw it', async () => {
    const { email, key } = await sendInvitation(opened, agency.owner)
    const { id } = await stored(email)
    const other = await createAgency(opened.database.db)
    await expect(revokeInvitation(opened.services, other.owner, id)).rejects.toMatchObject({ status: 404 })
    await expect(resendInvitation(opened.services, other.owner, id)).rejects.toMatchObject({ status: 404 })
    await revokeInvitation(opened.services, agency.manager, id)
    expect(await stateOf(key)).toBe('revoked')
    await expect(revokeInvitation(opened.services, agency.manager, id)).rejects.toMatchObject({ status: 404 })
    const entries = await opened.database.db.select().from(audit).where(eq(audit.objectId, id))
    expect(entries.map(({ action }) => action)).toContain('member_invitation_revoked')
  })

  test('threat 140: of a role that its sender may no longer give is withdrawn', async () => {
    const second = await addMember(opened.database.db, agency.owner, { role: 'owner' })
    const [toManager, toAgent] = [
      await sendInvitation(opened, second, { role: 'manager' }),
      await sendInvitation(opened, second, { role: 'agent' }),
    ]
    await changeMember(opened.services, agency.owner, { userId: second.id, role: 'manager', agentIds: [] })
    expect([await stateOf(toManager.key), await stateOf(toAgent.key)]).toEqual(['revoked', 'open'])
  })

  test('threat 141: a name that would become a link in the email is left out', async () => {
    const { db, sql } = opened.database
    await sql`update agency set name = 'Visit evil.example today' where id = ${agency.owner.agencyId}`
    const { email } = await sendInvitation(opened, agency.owner)
    const mail = (await opened.writtenEmails()).find(({ to }) => to === email)
    expect(mail?.subject).toBe('Aroha Ngata has invited you to join their agency')
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example')
    expect(await db.$count(memberInvitation, eq(memberInvitation.email, email))).toBe(1)
  })
})

describe('seats', () => {
  const pay = (seats: number, paidSeats = seats, paidSeatsUntil: Date | null = null) =>
    opened.database.db.insert(subscription).values({
      ...{ userId: agency.owner.id, status: 'active', readNumber: 1, seats, paidSeats, paidSeatsUntil },
    })

  test('members and open invitations take the paid seats', async () => {
    await pay(6)
    await invite(agency.owner)
    await expect(invite(agency.owner)).rejects.toMatchObject({ status: 409, name: 'NoFreeSeat' })
    // One that expired gives its seat back.
    await opened.database.db.update(memberInvitation).set({ expiresAt: ago(1) })
    await invite(agency.owner)
  })

  test('an expired invitation that is sent again needs a free seat', async () => {
    await pay(6)
    const { email } = await sendInvitation(opened, agency.owner)
    await sentBefore(email, 8 * DAY_MS)
    await invite(agency.owner)
    const resend = resendInvitation(opened.services, agency.owner, (await stored(email)).id)
    await expect(resend).rejects.toMatchObject({ status: 409, name: 'NoFreeSeat' })
  })

  test('inviting, sending again and withdrawing report how many are in use', async () => {
    const reports = () => countSeatReports(opened.database, agency.owner)
    const { email } = await sendInvitation(opened, agency.owner)
    expect(await reports()).toBe(1)
    await sentBefore(email, 8 * DAY_MS)
    const { id } = await stored(email)
    await resendInvitation(opened.services, agency.owner, id)
    expect(await reports()).toBe(2)
    await revokeInvitation(opened.services, agency.owner, id)
    expect(await reports()).toBe(3)
  })

  test('a seat that was given up can be used until the end of the period it was paid for', async () => {
    await pay(5, 6, new Date(Date.now() + DAY_MS))
    await invite(agency.owner)
    await expect(invite(agency.owner)).rejects.toMatchObject({ status: 409 })
  })
})

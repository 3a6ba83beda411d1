import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ago } from '#db/clock.server.ts'
import { profile, session, user } from '#db/schema/accounts.ts'
import { agency as agencyTable, assistedAgent, member, memberInvitation } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { findSession, hashToken, startSession } from '#platform/auth/sessions.server.ts'
import { createAgency } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { newAddress, sendInvitation, visit } from '../../../../test/fixtures/invitations.ts'
import { waitForBlockedStatement } from '../../../../test/support/database.ts'
import { expectRateLimited } from '../../../../test/support/rateLimit.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { revokeInvitation } from './invitations.server.ts'
import { createMemberAccount, joinAgency, readInvitation } from './joinAgency.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
let agency: Awaited<ReturnType<typeof createAgency>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())
beforeEach(async () => {
  agency = await createAgency(opened.database.db)
})

let lastIp = 0
const newVisit = () => ({ ...visit, clientIp: `198.51.100.${++lastIp}` })
const look = (key: string, viewer?: Parameters<typeof readInvitation>[3]) =>
  readInvitation(opened.services, key, newVisit().clientIp, viewer)
const createAccount = (key: string, fields = {}) =>
  createMemberAccount(
    opened.services,
    { key, firstName: 'Tui', lastName: 'Parata', password: 'kettle morning', ...fields },
    newVisit(),
  )
const membershipsOf = (userId: string) => opened.database.db.select().from(member).where(eq(member.userId, userId))
const userWith = async (email: string) => {
  const [found] = await opened.database.db.select().from(user).where(eq(user.email, email))
  if (!found) throw new Error('There is no such user.')
  return found
}
async function join(account: Awaited<ReturnType<typeof createAgent>>, key: string) {
  const token = await startSession(opened.database.db, account.id, '')
  await joinAgency(opened.services, account, hashToken(token), key, newVisit().clientIp)
  return token
}

describe('the page of an invitation', () => {
  test('says who invites, to which agency and as what', async () => {
    await opened.database.db
      .update(agencyTable)
      .set({ name: 'Harbour Realty' })
      .where(eq(agencyTable.id, agency.owner.agencyId))
    const { email, key } = await sendInvitation(opened, agency.owner)
    expect(await look(key)).toEqual({
      ...{ state: 'open', agencyName: 'Harbour Realty', invitedBy: 'Aroha Ngata', role: 'agent', email },
      hasAccount: false,
    })
    const viewer = await createAgent(opened.database.db)
    expect(await look(key, viewer)).toMatchObject({ signedInAs: viewer.email })
  })

  test('threat 142: tells nothing without the link: an unknown one is like a withdrawn one', async () => {
    const { email, key } = await sendInvitation(opened, agency.owner)
    const [row] = await opened.database.db.select().from(memberInvitation).where(eq(memberInvitation.email, email))
    await revokeInvitation(opened.services, agency.owner, row?.id ?? '')
    expect(await look(key)).toEqual({ state: 'revoked' })
    expect(await look('made-up')).toEqual({ state: 'revoked' })
  })

  test('threat 142: at most 60 links an hour are looked up from one address, and 20 tried', async () => {
    const { clientIp } = newVisit()
    for (let i = 0; i < 60; i++) await readInvitation(opened.services, `made-up-${i}`, clientIp)
    await expectRateLimited(readInvitation(opened.services, 'made-up', clientIp), 3600)

    const fields = { key: 'made-up', firstName: 'Tui', lastName: 'Parata', password: 'kettle morning' }
    const guess = () => createMemberAccount(opened.services, fields, { ...visit, clientIp })
    for (let i = 0; i < 20; i++) await expect(guess()).rejects.toMatchObject({ status: 400 })
    await expectRateLimited(guess(), 3600)
    await expectRateLimited(joinAgency(opened.services, agency.owner, '', 'made-up', clientIp), 3600)
  })

  test('says so when the link was used or has expired', async () => {
    const [used, expired] = [await sendInvitation(opened, agency.owner), await sendInvitation(opened, agency.owner)]
    await createAccount(used.key)
    await opened.database.db
      .update(memberInvitation)
      .set({ expiresAt: ago(1) })
      .where(eq(memberInvitation.email, expired.email))
    expect([await look(used.key), await look(expired.key)]).toEqual([{ state: 'used' }, { state: 'expired' }])
    for (const { key } of [used, expired]) await expect(createAccount(key)).rejects.toMatchObject({ status: 400 })
  })
})

describe('someone without an account', () => {
  test('joins with a name and a password, with a proven address and without an agency of one', async () => {
    const { email, key } = await sendInvitation(opened, agency.owner)
    const token = await createAccount(key)
    const joined = await userWith(email)
    expect(joined).toMatchObject({ firstName: 'Tui', emailVerified: true, subscriptionActive: false })
    expect(await membershipsOf(joined.id)).toMatchObject([{ agencyId: agency.owner.agencyId, role: 'agent' }])
    expect(await opened.database.db.$count(agencyTable, eq(agencyTable.payerId, joined.id))).toBe(0)
    // The agency's subscription is theirs too.
    expect((await findSession(opened.database.db, token, visit.deviceToken))?.agent).toMatchObject({
      ...{ id: joined.id, agencyId: agency.owner.agencyId, role: 'agent', subscriptionActive: true },
    })
    const entries = await opened.database.db.select().from(audit).where(eq(audit.objectId, joined.id))
    expect(entries).toMatchObject([{ action: 'member_joined', agencyId: agency.owner.agencyId }])
    const told = (await opened.writtenEmails()).filter(({ to }) => to === agency.owner.email)
    expect(told.map(({ subject }) => subject)).toEqual(['Tui Parata has joined your agency'])
  })

  test('has the name of the agency and the time zone of the one who invited them', async () => {
    const owner = await createAgent(opened.database.db, {
      profile: { agencyName: 'Reef Homes', timeZone: 'Australia/Brisbane' },
    })
    const { email, key } = await sendInvitation(opened, owner)
    await createAccount(key)
    const [settings] = await opened.database.db
      .select()
      .from(profile)
      .where(eq(profile.userId, (await userWith(email)).id))
    expect(settings).toMatchObject({ agencyName: 'Reef Homes', timeZone: 'Australia/Brisbane' })
  })

  test('as an assistant acts for the agents who are still there', async () => {
    const agentIds = [agency.agent.id, agency.colleague.id]
    const { email, key } = await sendInvitation(opened, agency.owner, { role: 'assistant', agentIds })
    await opened.database.db
      .delete(member)
      .where(and(eq(member.userId, agency.colleague.id), eq(member.agencyId, agency.owner.agencyId)))
    const token = await createAccount(key)
    expect((await findSession(opened.database.db, token, visit.deviceToken))?.agent.actsFor).toEqual([agency.agent.id])
    const rows = await opened.database.db
      .select()
      .from(assistedAgent)
      .where(eq(assistedAgent.assistantId, (await userWith(email)).id))
    expect(rows).toHaveLength(1)
  })

  test('threat 140: uses the link once: of two requests at the same moment one joins', async () => {
    const { email, key } = await sendInvitation(opened, agency.owner)
    const results = await Promise.allSettled([createAccount(key), createAccount(key)])
    const refused = results.flatMap((result) => (result.status === 'rejected' ? result.reason : []))
    expect(refused).toMatchObject([{ status: 400, fields: { key: 'used' } }])
    expect(await membershipsOf((await userWith(email)).id)).toHaveLength(1)
  })

  test('threat 140: does not join with a link that is withdrawn at the same moment', async () => {
    const { db, sql } = opened.database
    const { email, key } = await sendInvitation(opened, agency.owner)
    const [row] = await db.select().from(memberInvitation).where(eq(memberInvitation.email, email))
    let joining: Promise<unknown> | undefined
    await db.transaction(async (tx) => {
      await tx.select().from(agencyTable).where(eq(agencyTable.id, agency.owner.agencyId)).for('no key update')
      await tx
        .update(memberInvitation)
        .set({ revokedAt: new Date() })
        .where(eq(memberInvitation.id, row?.id ?? ''))
      joining = createAccount(key)
      joining.catch(() => {})
      await waitForBlockedStatement({ sql })
    })
    await expect(joining).rejects.toMatchObject({ status: 400, fields: { key: 'revoked' } })
    expect(await db.$count(user, eq(user.email, email))).toBe(0)
  })

  test('is asked to sign in if the address has an account by now', async () => {
    const { email, key } = await sendInvitation(opened, agency.owner)
    await createAgent(opened.database.db, { email })
    expect(await look(key)).toMatchObject({ hasAccount: true })
    await expect(createAccount(key)).rejects.toMatchObject({ status: 409 })
  })
})

describe('someone with an account', () => {
  const invited = async (fields: object = {}) => {
    const account = await createAgent(opened.database.db, { email: newAddress(), emailVerified: true, ...fields })
    return { account, ...(await sendInvitation(opened, agency.owner, { email: account.email })) }
  }

  test('joins beside their own agency, and works in the new one from then on', async () => {
    const { account, key } = await invited()
    const other = await startSession(opened.database.db, account.id, '')
    const token = await join(account, key)
    expect(await membershipsOf(account.id)).toHaveLength(2)
    expect((await findSession(opened.database.db, token))?.agent).toMatchObject({
      ...{ agencyId: agency.owner.agencyId, role: 'agent' },
    })
    // Other browsers stay where they are.
    expect((await findSession(opened.database.db, other))?.agent.agencyId).toBe(account.agencyId)
    expect(await opened.database.db.$count(session, eq(session.userId, account.id))).toBe(2)
  })

  test('threat 140: accepts an invitation to their own, proven address alone', async () => {
    const { key } = await invited()
    const stranger = await createAgent(opened.database.db, { emailVerified: true })
    await expect(join(stranger, key)).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('Sign in with that address'),
    })
    const unproven = await invited({ emailVerified: false })
    await expect(join(unproven.account, unproven.key)).rejects.toMatchObject({ status: 403 })
    expect(await membershipsOf(stranger.id)).toHaveLength(1)
  })
})

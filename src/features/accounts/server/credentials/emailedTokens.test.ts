import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { token } from '#db/schema/accounts.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { createDatabase } from '../../../../../test/support/database.ts'
import {
  closeFirstPasswordTokens,
  consumeToken,
  findFirstPasswordToken,
  issueToken,
  requireToken,
  voidTokens,
  voidTokensOfAddress,
} from './emailedTokens.server.ts'

const EXPIRED = { status: 400, fields: { token: 'expired' } }

let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const createUser = () => createAgent(database.db, { password: 'not used here' })
/** As if this much time had passed since the agent's links were sent. */
const letPass = (userId: string, minutes: number) =>
  database.db
    .update(token)
    .set({ expiresAt: sql`${token.expiresAt} - ${minutes} * interval '1 minute'` })
    .where(eq(token.userId, userId))

describe('a link sent by email', () => {
  test('belongs to the agent it was issued for, and only its hash is stored', async () => {
    const { db } = database
    const [agent, other] = [await createUser(), await createUser()]
    const value = await issueToken(db, 'change_email', agent.id, 'new@example.nz')
    await issueToken(db, 'change_email', other.id, 'other@example.nz')

    expect(await requireToken(db, 'change_email', value)).toMatchObject({ userId: agent.id, subject: 'new@example.nz' })
    expect(await consumeToken(db, 'change_email', value)).toMatchObject({ userId: agent.id, subject: 'new@example.nz' })
    expect(JSON.stringify(await db.select().from(token))).not.toContain(value)
  })

  test('works once, and one used link leaves the others usable', async () => {
    const { db } = database
    const [agent, other] = [await createUser(), await createUser()]
    const value = await issueToken(db, 'reset_password', agent.id)
    const otherValue = await issueToken(db, 'reset_password', other.id)

    await consumeToken(db, 'reset_password', value)
    await expect(consumeToken(db, 'reset_password', value)).rejects.toMatchObject(EXPIRED)
    await expect(requireToken(db, 'reset_password', value)).rejects.toMatchObject(EXPIRED)
    expect(await consumeToken(db, 'reset_password', otherValue)).toMatchObject({ userId: other.id })
  })

  test('that was never issued is refused', async () => {
    await expect(requireToken(database.db, 'reset_password', 'made up')).rejects.toMatchObject(EXPIRED)
    await expect(consumeToken(database.db, 'reset_password', 'made up')).rejects.toMatchObject(EXPIRED)
  })

  test('is valid for one hour', async () => {
    const { db } = database
    const agent = await createUser()
    const value = await issueToken(db, 'reset_password', agent.id)
    await letPass(agent.id, 59)
    await requireToken(db, 'reset_password', value)
    await letPass(agent.id, 1)
    await expect(requireToken(db, 'reset_password', value)).rejects.toMatchObject(EXPIRED)
    await expect(consumeToken(db, 'reset_password', value)).rejects.toMatchObject(EXPIRED)
  })

  test('replaces the earlier one for the same purpose, and nothing else', async () => {
    const { db } = database
    const [agent, other] = [await createUser(), await createUser()]
    const replaced = await issueToken(db, 'reset_password', agent.id)
    const emailChange = await issueToken(db, 'change_email', agent.id, 'new@example.nz')
    const otherReset = await issueToken(db, 'reset_password', other.id)
    const latest = await issueToken(db, 'reset_password', agent.id)

    await expect(requireToken(db, 'reset_password', replaced)).rejects.toMatchObject(EXPIRED)
    await requireToken(db, 'reset_password', latest)
    await requireToken(db, 'change_email', emailChange)
    await requireToken(db, 'reset_password', otherReset)
  })

  test('is void once the agent’s links for that purpose are voided', async () => {
    const { db } = database
    const agent = await createUser()
    const value = await issueToken(db, 'reset_password', agent.id)
    await voidTokens(db, 'reset_password', agent.id)
    await expect(requireToken(db, 'reset_password', value)).rejects.toMatchObject(EXPIRED)
    expect(await db.select().from(token).where(eq(token.userId, agent.id))).toEqual([])
  })

  test('threat 11: works only for the purpose it was sent for', async () => {
    const { db } = database
    const agent = await createUser()
    const value = await issueToken(db, 'change_email', agent.id, 'new@example.nz')
    for (const purpose of ['reset_password', 'confirm_checkout'] as const) {
      await expect(requireToken(db, purpose, value)).rejects.toMatchObject(EXPIRED)
      await expect(consumeToken(db, purpose, value)).rejects.toMatchObject(EXPIRED)
    }
    await requireToken(db, 'change_email', value)
  })

  test('to confirm a checkout replaces the earlier one for that checkout only', async () => {
    const { db } = database
    const agent = await createUser()
    const replaced = await issueToken(db, 'confirm_checkout', agent.id, 'cs_first')
    const other = await issueToken(db, 'confirm_checkout', agent.id, 'cs_second')
    await issueToken(db, 'confirm_checkout', agent.id, 'cs_first')
    await expect(requireToken(db, 'confirm_checkout', replaced)).rejects.toMatchObject(EXPIRED)
    await requireToken(db, 'confirm_checkout', other)
  })

  test('to create a password replaces the earlier one, which is kept as expired since then', async () => {
    const { db } = database
    const [agent, other] = [await createUser(), await createUser()]
    const oldest = await issueToken(db, 'create_password', agent.id, undefined, -60_000)
    const older = await issueToken(db, 'create_password', agent.id)
    const others = [
      await issueToken(db, 'create_password', other.id),
      await issueToken(db, 'reset_password', agent.id),
      await issueToken(db, 'reset_password', other.id),
    ]
    const expiry = (await findFirstPasswordToken(db, oldest))?.expiresAt
    const latest = await issueToken(db, 'create_password', agent.id)

    const purposes = ['create_password', 'reset_password'] as const
    for (const value of [oldest, older])
      await expect(requireToken(db, [...purposes], value)).rejects.toMatchObject(EXPIRED)
    for (const value of [latest, ...others]) await requireToken(db, [...purposes], value)
    expect(await findFirstPasswordToken(db, older)).toMatchObject({ userId: agent.id, usedAt: null })
    expect((await findFirstPasswordToken(db, oldest))?.expiresAt).toEqual(expiry)
    expect(await findFirstPasswordToken(db, others[1] ?? '')).toBeUndefined()
  })

  test('to create a password counts as used once the account has one; other links do not', async () => {
    const { db } = database
    const [agent, other] = [await createUser(), await createUser()]
    const invitation = await issueToken(db, 'create_password', agent.id)
    const otherInvitation = await issueToken(db, 'create_password', other.id)
    const reset = await issueToken(db, 'reset_password', agent.id)
    await closeFirstPasswordTokens(db, agent.id)
    await expect(requireToken(db, 'create_password', invitation)).rejects.toMatchObject(EXPIRED)
    expect((await findFirstPasswordToken(db, invitation))?.usedAt).toBeInstanceOf(Date)
    await requireToken(db, 'create_password', otherInvitation)
    await requireToken(db, 'reset_password', reset)
  })

  test('to change the address replaces the earlier one, even for another new address', async () => {
    const { db } = database
    const agent = await createUser()
    const replaced = await issueToken(db, 'change_email', agent.id, 'first@example.nz')
    await issueToken(db, 'change_email', agent.id, 'second@example.nz')
    await expect(requireToken(db, 'change_email', replaced)).rejects.toMatchObject(EXPIRED)
  })

  test('is void for every purpose once all of the agent’s links are voided; another agent’s is not', async () => {
    const { db } = database
    const [agent, other] = [await createUser(), await createUser()]
    const reset = await issueToken(db, 'reset_password', agent.id)
    const emailChange = await issueToken(db, 'change_email', agent.id, 'new@example.nz')
    const otherReset = await issueToken(db, 'reset_password', other.id)
    await voidTokensOfAddress(db, agent.id)
    await expect(requireToken(db, 'reset_password', reset)).rejects.toMatchObject(EXPIRED)
    await expect(requireToken(db, 'change_email', emailChange)).rejects.toMatchObject(EXPIRED)
    await requireToken(db, 'reset_password', otherReset)
  })
})

import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { audit } from '#db/schema/audit.ts'
import { authenticator, recoveryCode } from '#db/schema/signInMethods.ts'
import { createSignedInAgent } from '../../../../../test/fixtures/agents.ts'
import { codeFor, createAuthenticator } from '../../../../../test/fixtures/authenticators.ts'
import { emailsTo } from '../../../../../test/fixtures/emails.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { useDeployedApp } from '../../../../../test/support/processes/deployedApp.ts'

const parts = useDeployedApp()

interface Started {
  id: string
  secret: string
  qr: { path: string; size: number }
}
type Calls = Awaited<ReturnType<typeof createSignedInAgent>>
const start = async ({ post }: Calls) => (await post('startAuthenticator')).result as Started
const factorsOf = async ({ get }: Calls) =>
  (await get('fetchSecondFactors')).result as {
    authenticators: { id: string; name: string }[]
    recoveryCodesLeft: number
  }
const subjectsTo = async (email: string) => (await emailsTo(parts.app.dataDir, email)).map(({ subject }) => subject)

describe('an authenticator app', () => {
  test('counts once a code of it was entered, and comes with ten recovery codes and an email', async () => {
    const mia = await createSignedInAgent(parts)
    const { id, secret, qr } = await start(mia)
    expect(qr.path).toMatch(/^M/)
    expect((await factorsOf(mia)).authenticators).toEqual([])

    const wrong = await mia.post('confirmAuthenticator', { id, name: 'iPhone', code: '000000' })
    expect(wrong.error).toMatchObject({ status: 400, fields: { code: expect.any(String) } })
    const codes = (await mia.post('confirmAuthenticator', { id, name: ' iPhone ', code: codeFor(secret) })).result
    expect(codes).toHaveLength(10)
    expect(await factorsOf(mia)).toMatchObject({ authenticators: [{ id, name: 'iPhone' }], recoveryCodesLeft: 10 })
    await eventually(async () =>
      (await subjectsTo(mia.agent.email)).includes('An authenticator app was added to your account'),
    )
    expect((await mia.post('confirmAuthenticator', { id, name: 'Again', code: codeFor(secret) })).status).toBe(404)
  })

  test('threat 228: its secret is nowhere in the database', async () => {
    const mia = await createSignedInAgent(parts)
    const { secret } = await start(mia)
    const { rows } = await parts.db.execute<{ found: string }>(
      sql`select ${authenticator}::text as found from ${authenticator}`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('has an hour to be confirmed, and a second start replaces the first', async () => {
    const mia = await createSignedInAgent(parts)
    const first = await start(mia)
    const second = await start(mia)
    const confirm = ({ id, secret }: Started) =>
      mia.post('confirmAuthenticator', { id, name: 'iPhone', code: codeFor(secret) })
    expect((await confirm(first)).status).toBe(404)
    await parts.db
      .update(authenticator)
      .set({ createdAt: sql`now() - interval '61 minutes'` })
      .where(eq(authenticator.id, second.id))
    expect((await confirm(second)).status).toBe(404)
  })

  test('a second one keeps the recovery codes; the last one removed ends them', async () => {
    const mia = await createSignedInAgent(parts)
    const first = await createAuthenticator(parts.db, mia.agent.id)
    const { id, secret } = await start(mia)
    expect((await mia.post('confirmAuthenticator', { id, name: 'iPad', code: codeFor(secret) })).result).toBeNull()

    expect((await mia.post('removeAuthenticator', { id: first.id })).status).toBe(200)
    expect((await factorsOf(mia)).recoveryCodesLeft).toBe(10)
    expect((await mia.post('removeAuthenticator', { id })).status).toBe(200)
    expect(await factorsOf(mia)).toEqual({ authenticators: [], recoveryCodesLeft: 0 })
    const actions = await parts.db.select().from(audit).where(eq(audit.userId, mia.agent.id))
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['authenticator_added', 'authenticator_removed']),
    )
  })

  test('threat 16: of another account cannot be confirmed or removed', async () => {
    const [mia, theo] = [await createSignedInAgent(parts), await createSignedInAgent(parts)]
    const theirs = await createAuthenticator(parts.db, theo.agent.id)
    const started = await start(theo)
    expect((await mia.post('removeAuthenticator', { id: theirs.id })).status).toBe(404)
    const confirmed = { id: started.id, name: 'Mine', code: codeFor(started.secret) }
    expect((await mia.post('confirmAuthenticator', confirmed)).status).toBe(404)
  })

  test('new recovery codes replace the earlier ones, and are only for someone who has an app', async () => {
    const mia = await createSignedInAgent(parts)
    expect((await mia.post('createRecoveryCodes')).status).toBe(409)
    const { recoveryCodes } = await createAuthenticator(parts.db, mia.agent.id)
    const created = (await mia.post('createRecoveryCodes')).result as string[]
    expect(new Set([...created, ...recoveryCodes]).size).toBe(20)
    expect(await parts.db.$count(recoveryCode, eq(recoveryCode.userId, mia.agent.id))).toBe(10)
    await eventually(async () => (await subjectsTo(mia.agent.email)).includes('You have new recovery codes'))
  })

  test('there are at most five', async () => {
    const mia = await createSignedInAgent(parts)
    for (let count = 0; count < 5; count++) await createAuthenticator(parts.db, mia.agent.id)
    const { status, error } = await mia.post('startAuthenticator')
    expect(status).toBe(409)
    expect(error).toMatchObject({ message: expect.stringContaining('up to 5') })
  })
})

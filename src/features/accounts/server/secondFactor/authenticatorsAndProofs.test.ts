import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dataExport, session } from '#db/schema/accounts.ts'
import { audit } from '#db/schema/audit.ts'
import { authenticator, recoveryCode } from '#db/schema/signInMethods.ts'
import { newStorageKey } from '#platform/storage/storageKeys.server.ts'
import { createAgency } from '../../../../../test/fixtures/agencies.ts'
import { callsWithCookie, createSession, createSignedInAgent, PASSWORD } from '../../../../../test/fixtures/agents.ts'
import { codeFor, createAuthenticator } from '../../../../../test/fixtures/authenticators.ts'
import { emailsTo } from '../../../../../test/fixtures/emails.ts'
import { createListing } from '../../../../../test/fixtures/listings.ts'
import { call } from '../../../../../test/support/call.ts'
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

const NEEDED = { status: 403, name: 'ProofNeeded' }

/** As if the agent had signed in so long ago. */
const proveAgo = (userId: string, minutes: number) =>
  parts.db
    .update(session)
    .set({ provenAt: new Date(Date.now() - minutes * 60_000) })
    .where(eq(session.userId, userId))
async function createStaleAgent() {
  const one = await createSignedInAgent(parts)
  await proveAgo(one.agent.id, 11)
  return one
}

describe('a sensitive change', () => {
  test('threat 229: needs a proof of the last ten minutes; a sign-in is one', async () => {
    const mia = await createSignedInAgent(parts)
    expect((await mia.post('requestExport')).status).toBe(200)
    await proveAgo(mia.agent.id, 9)
    expect((await mia.post('requestExport')).status).not.toBe(403)
    await proveAgo(mia.agent.id, 10)
    expect((await mia.post('requestExport')).error).toMatchObject(NEEDED)
  })

  test('threat 229: a wrong password proves nothing, and guesses are limited', async () => {
    const mia = await createStaleAgent()
    const wrong = { kind: 'password', password: 'not mine' }
    for (let tries = 0; tries < 10; tries++)
      expect((await mia.post('proveIdentity', wrong)).error).toMatchObject({ fields: { password: expect.any(String) } })
    expect((await mia.post('proveIdentity', wrong)).status).toBe(429)
    expect((await mia.post('startAuthenticator')).error).toMatchObject(NEEDED)
  })

  test('threat 229: a proof counts in its own browser only, and not for the next session', async () => {
    const mia = await createStaleAgent()
    const other = callsWithCookie(parts.url, await createSession(parts.db, mia.agent.id))
    await proveAgo(mia.agent.id, 11)
    expect((await mia.post('proveIdentity', { kind: 'password', password: PASSWORD })).status).toBe(200)
    expect((await mia.post('startAuthenticator')).status).toBe(200)
    expect((await other.post('startAuthenticator')).error).toMatchObject(NEEDED)
  })

  test('threat 229: with a second factor the password is no proof, a code is, once', async () => {
    const mia = await createStaleAgent()
    const { id, secret, recoveryCodes } = await createAuthenticator(parts.db, mia.agent.id)
    expect((await mia.post('proveIdentity', { kind: 'password', password: PASSWORD })).status).toBe(403)
    expect((await mia.post('removeAuthenticator', { id })).error).toMatchObject(NEEDED)
    const code = codeFor(secret)
    expect((await mia.post('proveIdentity', { kind: 'code', code })).status).toBe(200)
    await proveAgo(mia.agent.id, 11)
    expect((await mia.post('proveIdentity', { kind: 'code', code })).status).toBe(400)
    expect((await mia.post('proveIdentity', { kind: 'recoveryCode', code: recoveryCodes[0] })).status).toBe(200)
    expect((await mia.post('removeAuthenticator', { id })).status).toBe(200)
  })

  test('threat 229: codes cannot be guessed with a stolen session', async () => {
    const mia = await createStaleAgent()
    await createAuthenticator(parts.db, mia.agent.id)
    const guess = () => mia.post('proveIdentity', { kind: 'code', code: '000000' })
    const statuses: number[] = []
    for (let tries = 0; tries < 6; tries++) statuses.push((await guess()).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })

  test('threat 229: whose form asks for the password takes that as the proof, but not from someone with a second factor', async () => {
    const mia = await createStaleAgent()
    const change = () => mia.post('requestEmailChange', { email: `new-${mia.agent.email}`, password: PASSWORD })
    expect((await change()).status).toBe(200)
    await createAuthenticator(parts.db, mia.agent.id)
    expect((await change()).error).toMatchObject(NEEDED)
    const deletion = { confirmation: 'delete my account', password: PASSWORD }
    expect((await mia.post('deleteAccount', deletion)).error).toMatchObject(NEEDED)
    expect((await mia.post('deleteAgency', { password: PASSWORD })).error).toMatchObject(NEEDED)
  })

  test('threat 229: an export that is ready is downloaded with a proof only', async () => {
    const mia = await createStaleAgent()
    const id = crypto.randomUUID()
    const path = newStorageKey('exports')
    const day = new Date(Date.now() + 86_400_000)
    await parts.db
      .insert(dataExport)
      .values({ id, userId: mia.agent.id, state: 'ready', path, sizeBytes: 1, expiresAt: day })
    await parts.storage.write(path, Buffer.from('x'), 'application/zip')
    const open = () =>
      fetch(`${parts.url}/portal/exports/${id}`, { headers: { cookie: mia.cookie }, redirect: 'manual' })
    expect((await open()).headers.get('location')).toBe('/portal/settings#data')
    await proveAgo(mia.agent.id, 1)
    expect((await open()).headers.get('location')).toContain('property-files-export.zip')
  })

  test('threat 229: inviting someone to a role that reaches everything needs a proof, and so does a vendor link for a colleague’s listing', async () => {
    const office = await createAgency(parts.db)
    const owner = callsWithCookie(parts.url, await createSession(parts.db, office.owner.id))
    const [own, others] = [
      await createListing(parts.db, { agent: office.owner }),
      await createListing(parts.db, { agent: office.agent }),
    ]
    await proveAgo(office.owner.id, 11)
    const add = (listingId: string) =>
      owner.post('addVendor', { listingId, name: 'Tom Hale', email: '', sendsLink: false })
    expect((await add(own.id)).status).toBe(200)
    expect((await add(others.id)).error).toMatchObject(NEEDED)
    const invite = (role: string) => owner.post('inviteMember', { email: `${role}@example.nz`, role, agentIds: [] })
    expect((await invite('agent')).error).not.toMatchObject(NEEDED)
    expect((await invite('manager')).error).toMatchObject(NEEDED)
  })

  test('threat 229: the links to the vendor report of a colleague’s listing are shown, sent and given back, and its email with one is shown, after a proof only', async () => {
    const office = await createAgency(parts.db)
    const cookie = await createSession(parts.db, office.owner.id)
    const owner = callsWithCookie(parts.url, cookie)
    const [own, theirs] = [
      await createListing(parts.db, { agent: office.owner }),
      await createListing(parts.db, { agent: office.agent }),
    ]
    for (const { id } of [own, theirs])
      await owner.post('addVendor', { listingId: id, name: 'Tom Hale', email: 'tom@example.nz', sendsLink: false })
    const ask = (name: string, listingId: string) => call(parts.url, name, { data: { listingId }, headers: { cookie } })
    const urlsOf = async (listingId: string) => {
      const { result } = await ask('fetchVendorSettings', listingId)
      return (result as { people: { url: string | null }[] }).people.map(({ url }) => url)
    }
    await proveAgo(office.owner.id, 11)
    expect(await urlsOf(own.id)).toEqual([expect.stringContaining('key=')])
    const listed = await ask('fetchVendorSettings', theirs.id)
    expect(listed.text).toContain('Tom Hale')
    expect(listed.text).not.toContain('key=')
    expect((await ask('fetchVendorEmailPreview', theirs.id)).error).toMatchObject(NEEDED)
    expect((await ask('fetchVendorEmailPreview', own.id)).status).toBe(200)
    const { people } = listed.result as { people: { id: string }[] }
    const id = people[0]?.id
    expect((await owner.post('revokeVendor', { id, isRevoked: true })).status).toBe(200)
    for (const [name, data] of [
      ['revokeVendor', { id, isRevoked: false }],
      ['emailVendorLink', { id }],
    ] as const)
      expect((await owner.post(name, data)).error).toMatchObject(NEEDED)
    await owner.post('proveIdentity', { kind: 'password', password: PASSWORD })
    expect((await owner.post('revokeVendor', { id, isRevoked: false })).status).toBe(200)
    expect(await urlsOf(theirs.id)).toEqual([expect.stringContaining('key=')])
    expect((await ask('fetchVendorEmailPreview', theirs.id)).status).toBe(200)
  })
})

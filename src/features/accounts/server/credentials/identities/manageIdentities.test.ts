import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { session, user } from '#db/schema/accounts.ts'
import { agency, member, memberInvitation } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { identity, identityRequest, passkey } from '#db/schema/signInMethods.ts'
import { hashToken, newToken } from '#platform/auth/sessions.server.ts'
import { createAgent, createSession, PASSWORD } from '../../../../../../test/fixtures/agents.ts'
import { createAuthenticator } from '../../../../../../test/fixtures/authenticators.ts'
import { emailsTo } from '../../../../../../test/fixtures/emails.ts'
import { eventually } from '../../../../../../test/support/eventually.ts'
import { openHttpBrowser } from '../../../../../../test/support/httpBrowser.ts'
import { freePort } from '../../../../../../test/support/processes/app.ts'
import { useDeployedApp } from '../../../../../../test/support/processes/deployedApp.ts'
import {
  CLIENT,
  type Person,
  personAtGoogle,
  useIdentityProvider,
} from '../../../../../../test/support/servers/identityProvider.ts'
import { useScriptedProvider } from '../../../../../../test/support/servers/scriptedProvider.ts'
import { NO_PASSWORD } from '../passwords/passwordHashing.server.ts'

const [googlePort, microsoftPort] = [await freePort(), await freePort()]
const parts = useDeployedApp({
  TRUSTED_PROXIES: '127.0.0.1,::1',
  GOOGLE_CLIENT_ID: CLIENT.id,
  GOOGLE_CLIENT_SECRET: CLIENT.secret,
  GOOGLE_ISSUER: `http://127.0.0.1:${googlePort}`,
  MICROSOFT_CLIENT_ID: CLIENT.id,
  MICROSOFT_CLIENT_SECRET: CLIENT.secret,
  MICROSOFT_ISSUER: `http://127.0.0.1:${microsoftPort}`,
})
const google = useIdentityProvider(googlePort, () => parts.url)
/** Says when someone signed in only if a test lets it. */
const microsoft = useScriptedProvider(microsoftPort)

let lastNumber = 0
const newBrowser = (cookies = '') =>
  openHttpBrowser(parts.url, { 'x-forwarded-for': `203.0.113.${++lastNumber}` }, cookies)
type Browser = ReturnType<typeof newBrowser>
/** An agent with an open session, which is proven as after entering the password. */
async function createSignedIn(fields = {}) {
  const agent = await createAgent(parts.db, { emailVerified: true, ...fields })
  return { agent, browser: newBrowser(await createSession(parts.db, agent.id)) }
}
const forgetProof = (userId: string) =>
  parts.db.update(session).set({ provenAt: null }).where(eq(session.userId, userId))
const subject = () => `somebody-${++lastNumber}`
async function linkDirectly(userId: string, provider: 'google' | 'microsoft', name = subject()) {
  const issuer = `http://127.0.0.1:${provider === 'google' ? googlePort : microsoftPort}`
  const [added] = await parts.db.insert(identity).values({ userId, provider, issuer, subject: name }).returning()
  return { id: added?.id ?? '', subject: name }
}

async function visit(browser: Browser, call: string, person: Person, data: object = { provider: 'google' }) {
  google.signsInAs(person)
  const { result, error } = await browser.post(call, data)
  if (!result) throw error
  const back = await newBrowser().follow((result as { url: string }).url, `${parts.url}/login/callback/`)
  return (await browser.open(back)).headers.get('location')
}
const provenAt = async (userId: string) =>
  (await parts.db.select().from(session).where(eq(session.userId, userId)))[0]?.provenAt
const listed = async (browser: Browser) => (await browser.get('fetchIdentities')).result as { id: string }[]
const added = '/portal/settings?provider=google&outcome=added#linked-accounts'
const result = (outcome: string, provider = 'google') => `/login/confirmed?provider=${provider}&outcome=${outcome}`

describe('threat 265: linking and unlinking', () => {
  test('links another address as well, lists it without what identifies it, and unlinks it', async () => {
    const { agent, browser } = await createSignedIn()
    expect(await visit(browser, 'beginIdentityLink', personAtGoogle('tui@private.example'))).toBe(added)
    const [one, ...others] = await listed(browser)
    expect(others).toEqual([])
    expect(one).toEqual({
      ...{ id: expect.stringMatching(/^idty_/), provider: 'google', email: 'tui@private.example' },
      ...{ createdAt: expect.any(Date), lastUsedAt: expect.any(Date) },
    })
    const elsewhere = newBrowser()
    const start = { purpose: 'sign_in', provider: 'google' }
    expect(await visit(elsewhere, 'beginIdentityVisit', personAtGoogle('tui@private.example'), start)).toBe('/portal')

    expect((await browser.post('removeIdentity', { id: one?.id })).status).toBe(200)
    expect(await listed(browser)).toEqual([])
    expect((await elsewhere.get('fetchCurrentUser')).status).toBe(401)
    expect(await visit(elsewhere, 'beginIdentityVisit', personAtGoogle('tui@private.example'), start)).toContain(
      'unknown',
    )
    const told = await parts.db.select().from(audit).where(eq(audit.userId, agent.id))
    expect(told.map(({ action }) => action)).toEqual(expect.arrayContaining(['identity_added', 'identity_removed']))
    const subjects = ['You can now sign in with Google', 'Google no longer signs you in']
    await eventually(async () => {
      const arrived = (await emailsTo(parts.app.dataDir, agent.email)).map((email) => email.subject)
      return subjects.every((one) => arrived.includes(one))
    })
  })

  test('needs a fresh proof', async () => {
    const { agent, browser } = await createSignedIn()
    const { id } = await linkDirectly(agent.id, 'google')
    await forgetProof(agent.id)
    expect((await browser.post('beginIdentityLink', { provider: 'google' })).error).toMatchObject({
      name: 'ProofNeeded',
    })
    expect((await browser.post('removeIdentity', { id })).error).toMatchObject({ name: 'ProofNeeded' })
  })

  test('an account at a provider signs one agent in', async () => {
    const first = await createSignedIn()
    const second = await createSignedIn()
    const person = personAtGoogle('shared@harbour.example')
    expect(await visit(first.browser, 'beginIdentityLink', person)).toBe(added)
    expect(await visit(first.browser, 'beginIdentityLink', person)).toBe(added)
    expect(await visit(second.browser, 'beginIdentityLink', person)).toContain('outcome=taken')
    expect(await listed(first.browser)).toHaveLength(1)
    expect(await listed(second.browser)).toEqual([])
  })

  test('nobody unlinks what is another agent’s', async () => {
    const { agent, browser } = await createSignedIn()
    const { id } = await linkDirectly(agent.id, 'google')
    const other = await createSignedIn()
    expect((await other.browser.post('removeIdentity', { id })).status).toBe(404)
    expect(await listed(browser)).toHaveLength(1)
  })

  test('a visit counts for the session that began it', async () => {
    const { agent, browser } = await createSignedIn()
    const other = await createSignedIn()
    google.signsInAs(personAtGoogle('tui@elsewhere.example'))
    const { result } = await browser.post('beginIdentityLink', { provider: 'google' })
    const back = await newBrowser().follow((result as { url: string }).url, `${parts.url}/login/callback/`)
    expect((await other.browser.open(back)).headers.get('location')).toContain('outcome=expired')
    expect(await parts.db.$count(identity, eq(identity.userId, agent.id))).toBe(0)
    expect(await parts.db.$count(identityRequest, eq(identityRequest.purpose, 'add'))).toBe(1)
  })

  test('the last way to sign in stays, of linked accounts and passkeys together', async () => {
    const { agent, browser } = await createSignedIn({ password: NO_PASSWORD })
    const { id } = await linkDirectly(agent.id, 'google')
    const refused = await browser.post('removeIdentity', { id })
    expect(refused.status).toBe(409)
    expect(refused.error).toMatchObject({ message: expect.stringContaining('only way to sign in') })

    const key = { credentialId: newToken(), publicKey: Buffer.from('key'), deviceType: 'multiDevice' } as const
    const [stored] = await parts.db
      .insert(passkey)
      .values({ userId: agent.id, name: 'Phone', ...key })
      .returning()
    expect((await browser.post('removePasskey', { id: stored?.id })).status).toBe(200)
    await parts.db.insert(passkey).values({ userId: agent.id, name: 'Phone', ...key })
    expect((await browser.post('removeIdentity', { id })).status).toBe(200)
  })
})

describe('a proof with a provider', () => {
  test('counts when someone has signed in there again', async () => {
    const { agent, browser } = await createSignedIn({ password: NO_PASSWORD })
    const person = personAtGoogle(agent.email, (await linkDirectly(agent.id, 'google')).subject)
    await forgetProof(agent.id)
    const options = { hasAuthenticator: false, hasPasskey: false, hasPassword: false, providers: ['google'] }
    expect((await browser.get('fetchProofOptions')).result).toEqual({ ...options, isProven: false })
    expect(await visit(browser, 'beginIdentityProof', person)).toBe(result('proven'))
    expect((await browser.get('fetchProofOptions')).result).toEqual({ ...options, isProven: true })
    // And so an account without a password or passkey can create one.
    expect((await browser.post('createPassword', { newPassword: PASSWORD })).status).toBe(200)
  })

  test.each([
    ['does not say when someone signed in', undefined],
    ['says that they were signed in already', 3600],
  ])('threat 265: does not count when the provider %s', async (_what, secondsAgo) => {
    const { agent, browser } = await createSignedIn()
    const { subject: sub } = await linkDirectly(agent.id, 'microsoft')
    await forgetProof(agent.id)
    const begun = await browser.post('beginIdentityProof', { provider: 'microsoft' })
    const { url } = begun.result as { url: string }
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
    const time = secondsAgo && Math.floor(Date.now() / 1000) - secondsAgo
    microsoft.answers({ claims: { sub, auth_time: time } })
    const answer = await browser.open(microsoft.comesBack(url))
    expect(answer.headers.get('location')).toBe(result('not-recent', 'microsoft'))
    expect(await provenAt(agent.id)).toBeNull()
  })

  test('threat 265: does not count as somebody else, or for someone with an authenticator app', async () => {
    const { agent, browser } = await createSignedIn()
    const { subject: own } = await linkDirectly(agent.id, 'google')
    await forgetProof(agent.id)
    expect(await visit(browser, 'beginIdentityProof', personAtGoogle('other@harbour.example'))).toBe(
      result('not-yours'),
    )
    await createAuthenticator(parts.db, agent.id)
    expect(await visit(browser, 'beginIdentityProof', personAtGoogle(agent.email, own))).toBe(result('refused'))
    expect(await provenAt(agent.id)).toBeNull()
  })

  test('unlocks a session that was left alone', async () => {
    const { agent, browser } = await createSignedIn({ password: NO_PASSWORD })
    const person = personAtGoogle(agent.email, (await linkDirectly(agent.id, 'google')).subject)
    expect((await browser.post('lockSession')).status).toBe(200)
    expect((await browser.get('fetchIdentities')).error).toMatchObject({ name: 'SessionLocked' })
    expect(await visit(browser, 'beginIdentityProof', person)).toBe(result('proven'))
    expect(await listed(browser)).toHaveLength(1)
  })

  test('does not create a password or begin a passkey without one', async () => {
    const { agent, browser } = await createSignedIn({ password: NO_PASSWORD })
    await linkDirectly(agent.id, 'google')
    await forgetProof(agent.id)
    for (const [name, data] of [
      ['createPassword', { newPassword: PASSWORD }],
      ['beginPasskey', {}],
    ] as const)
      expect((await browser.post(name, data)).error).toMatchObject({ name: 'ProofNeeded' })
    const [row] = await parts.db.select().from(user).where(eq(user.id, agent.id))
    expect(row?.password).toBe(NO_PASSWORD)
  })
})

describe('an invitation into an agency', () => {
  async function invite() {
    const { agent } = await createSignedIn()
    const [own] = await parts.db.select().from(member).where(eq(member.userId, agent.id))
    const agencyId = own?.agencyId ?? ''
    await parts.db.update(agency).set({ name: 'Harbour Realty' }).where(eq(agency.id, agencyId))
    const key = newToken()
    const email = `invited-${++lastNumber}@harbour.example`
    await parts.db.insert(memberInvitation).values({
      ...{ agencyId, email, role: 'agent', agentIds: [], invitedById: agent.id, tokenHash: hashToken(key) },
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    return { key, email, agencyId }
  }
  const join = (key: string) => ({ purpose: 'join', provider: 'google', linkSecret: key })

  test('is accepted without a password, with the invited address and the name from the provider', async () => {
    const { key, email, agencyId } = await invite()
    const browser = newBrowser()
    expect(
      await visit(browser, 'beginIdentityVisit', personAtGoogle('tui@private.example', subject()), join(key)),
    ).toBe('/portal')
    expect((await browser.get('fetchCurrentUser')).result).toMatchObject({
      email,
      firstName: 'Tui',
      lastName: 'Parata',
    })
    const [joined] = await parts.db.select().from(user).where(eq(user.email, email))
    expect(joined).toMatchObject({ emailVerified: true, password: NO_PASSWORD })
    const memberships = await parts.db
      .select()
      .from(member)
      .where(eq(member.userId, joined?.id ?? ''))
    expect(memberships).toMatchObject([{ agencyId, role: 'agent' }])
  })

  test('that no longer works leads back to its page and makes no account', async () => {
    const { key, email } = await invite()
    await parts.db.update(memberInvitation).set({ revokedAt: new Date() }).where(eq(memberInvitation.email, email))
    const location = await visit(newBrowser(), 'beginIdentityVisit', personAtGoogle(email), join(key))
    expect(location).toBe(`/join?key=${key}&provider=google&outcome=dead-link`)
    expect(await parts.db.$count(user, eq(user.email, email))).toBe(0)
  })

  test('is not used up by an account at a provider that signs someone else in', async () => {
    const { key, email } = await invite()
    const other = await createSignedIn()
    const { subject: taken } = await linkDirectly(other.agent.id, 'google')
    const browser = newBrowser()
    expect(await visit(browser, 'beginIdentityVisit', personAtGoogle(email, taken), join(key))).toContain(
      'outcome=taken',
    )
    expect(await parts.db.$count(user, eq(user.email, email))).toBe(0)
    expect(await visit(browser, 'beginIdentityVisit', personAtGoogle(email, subject()), join(key))).toBe('/portal')
  })
})

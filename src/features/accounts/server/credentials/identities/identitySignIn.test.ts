import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { session, token, user } from '#db/schema/accounts.ts'
import { audit } from '#db/schema/audit.ts'
import { identity, identityRequest } from '#db/schema/signInMethods.ts'
import { hashToken } from '#platform/auth/sessions.server.ts'
import { createAgent, createSession } from '../../../../../../test/fixtures/agents.ts'
import { codeFor, createAuthenticator } from '../../../../../../test/fixtures/authenticators.ts'
import { emailsTo, waitForEmailedLink } from '../../../../../../test/fixtures/emails.ts'
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
import { issueToken } from '../emailedTokens.server.ts'

const providerPort = await freePort()
const issuer = `http://127.0.0.1:${providerPort}`
const parts = useDeployedApp({
  TRUSTED_PROXIES: '127.0.0.1,::1',
  GOOGLE_CLIENT_ID: CLIENT.id,
  GOOGLE_CLIENT_SECRET: CLIENT.secret,
  GOOGLE_ISSUER: issuer,
  MICROSOFT_CLIENT_ID: CLIENT.id,
  MICROSOFT_CLIENT_SECRET: CLIENT.secret,
  MICROSOFT_ISSUER: issuer,
})
const provider = useIdentityProvider(providerPort, () => parts.url)

let lastNumber = 0
const newBrowser = (cookies = '') =>
  openHttpBrowser(parts.url, { 'x-forwarded-for': `203.0.113.${++lastNumber}` }, cookies)
type Browser = ReturnType<typeof newBrowser>
const newEmail = () => `agent-${++lastNumber}@harbour.example`
/** With an address that its owner has confirmed, as all agents have who have created a password. */
const createConfirmedAgent = (fields = {}) =>
  createAgent(parts.db, { email: newEmail(), emailVerified: true, ...fields })
const unverified = (email: string): Person => ({ subject: `microsoft-${email}`, claims: { email } })

/** Goes to the provider as this person, and comes back. Returns where the browser ends up. */
async function visit(
  browser: Browser,
  person: Person | 'cancels',
  start: object = { purpose: 'sign_in', provider: 'google' },
) {
  provider.signsInAs(person)
  const { result, error } = await browser.post('beginIdentityVisit', start)
  if (!result) throw error
  return comeBack(browser, (result as { url: string }).url)
}
async function comeBack(browser: Browser, url: string) {
  const back = await newBrowser().follow(url, `${parts.url}/login/callback/`)
  const answer = await browser.open(back)
  expect(answer.status).toBe(303)
  return { location: answer.headers.get('location') ?? '', headers: answer.headers, back }
}
const emailOf = async (browser: Browser) => {
  const { result } = await browser.get('fetchCurrentUser')
  return (result as { email?: string } | undefined)?.email
}
const linkedTo = (userId: string) => parts.db.select().from(identity).where(eq(identity.userId, userId))
const subjectsTo = async (email: string) => (await emailsTo(parts.app.dataDir, email)).map(({ subject }) => subject)

describe('signing in with a provider that vouches for the address', () => {
  test('links the account with that address, tells its agent, and goes to the page that was asked for', async () => {
    const agent = await createConfirmedAgent()
    const browser = newBrowser()
    const start = { purpose: 'sign_in', provider: 'google', from: '/portal/leads?search=rata' }
    const { location, headers } = await visit(browser, personAtGoogle(agent.email.toUpperCase(), 'one'), start)
    expect(location).toBe('/portal/leads?search=rata')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(await emailOf(browser)).toBe(agent.email)
    expect(await linkedTo(agent.id)).toMatchObject([
      { provider: 'google', issuer, subject: 'one', email: agent.email, lastUsedAt: expect.any(Date) },
    ])
    const told = await parts.db.select().from(audit).where(eq(audit.userId, agent.id))
    expect(told.map(({ action }) => action)).toEqual(expect.arrayContaining(['identity_added', 'signed_in']))
    await eventually(async () => (await subjectsTo(agent.email)).includes('You can now sign in with Google'))
    // The password goes on working.
    expect((await parts.db.select().from(user).where(eq(user.id, agent.id)))[0]?.password).toBe(agent.password)
  })

  test('finds the linked account again, whatever its address is by now at either end', async () => {
    const agent = await createConfirmedAgent()
    const subject = `google-${agent.email}`
    await visit(newBrowser(), personAtGoogle(agent.email, subject))
    await parts.db.update(user).set({ email: newEmail() }).where(eq(user.id, agent.id))
    const browser = newBrowser()
    expect((await visit(browser, { subject, claims: { email: newEmail() } })).location).toBe('/portal')
    expect(await browser.get('fetchCurrentUser')).toMatchObject({ result: { id: agent.id } })
    expect(await linkedTo(agent.id)).toHaveLength(1)
  })

  test('threat 263: makes no account for an unknown address, and opens none that is closed', async () => {
    const closed = await createConfirmedAgent({ archivedAt: new Date() })
    const linked = await createConfirmedAgent()
    await visit(newBrowser(), personAtGoogle(linked.email))
    await parts.db.update(user).set({ archivedAt: new Date() }).where(eq(user.id, linked.id))
    const before = await parts.db.$count(user)
    for (const email of [newEmail(), closed.email, linked.email]) {
      const browser = newBrowser()
      expect((await visit(browser, personAtGoogle(email))).location).toBe('/login?provider=google&outcome=unknown')
      expect(await emailOf(browser)).toBeUndefined()
    }
    expect(await parts.db.$count(user)).toBe(before)
    expect(await linkedTo(closed.id)).toEqual([])
  })

  test('threat 263: someone who had the account before its address was confirmed loses it', async () => {
    const agent = await createConfirmedAgent({ emailVerified: false })
    const stranger = newBrowser(await createSession(parts.db, agent.id))
    const firstLink = await issueToken(parts.db, 'create_password', agent.id)
    expect(await emailOf(stranger)).toBe(agent.email)
    const owner = newBrowser()
    await visit(owner, personAtGoogle(agent.email))
    expect(await emailOf(owner)).toBe(agent.email)
    expect(await emailOf(stranger)).toBeUndefined()
    const [row] = await parts.db.select().from(user).where(eq(user.id, agent.id))
    expect(row).toMatchObject({ emailVerified: true, password: '' })
    const used = await newBrowser().post('resetPassword', { token: firstLink, password: 'a strangers' })
    expect(used.status).toBe(400)
  })

  test('threat 264: someone with an authenticator app is still asked for a code, and nothing is linked before it', async () => {
    const agent = await createConfirmedAgent()
    const { secret } = await createAuthenticator(parts.db, agent.id)
    const browser = newBrowser()
    const start = { purpose: 'sign_in', provider: 'google', from: '/portal/leads' }
    expect((await visit(browser, personAtGoogle(agent.email), start)).location).toBe(
      '/login/code?from=%2Fportal%2Fleads',
    )
    expect(await emailOf(browser)).toBeUndefined()
    expect(await linkedTo(agent.id)).toEqual([])
    expect((await browser.post('finishSignIn', { kind: 'code', code: codeFor(secret) })).status).toBe(200)
    expect(await emailOf(browser)).toBe(agent.email)
    expect(await linkedTo(agent.id)).toHaveLength(1)
  })

  test('threat 265: is no proof for sensitive changes, because someone may still have been signed in there', async () => {
    const agent = await createConfirmedAgent()
    const browser = newBrowser()
    await visit(browser, personAtGoogle(agent.email))
    expect((await browser.post('requestExport')).error).toMatchObject({ name: 'ProofNeeded' })
    const [open] = await parts.db.select().from(session).where(eq(session.userId, agent.id))
    expect(open?.provenAt).toBeNull()
  })

  test('says so when someone turns back at the provider', async () => {
    expect((await visit(newBrowser(), 'cancels')).location).toBe('/login?provider=google&outcome=cancelled')
  })
})

describe('threat 261: an address that the provider does not vouch for', () => {
  const start = { purpose: 'sign_in', provider: 'microsoft', from: '/portal/leads' }
  const inbox = expect.stringMatching(/^\/login\?from=%2Fportal%2Fleads&provider=microsoft&outcome=inbox$/)

  test.each([
    ['Microsoft, as an administrator wrote it', 'microsoft', {}],
    ['Microsoft, although the token says that it is verified', 'microsoft', { email_verified: true }],
    ['Microsoft, whose owner of the domain is not known', 'microsoft', { xms_edov: false }],
    ['Google, at another company’s address', 'google', { email_verified: true }],
    ['Google, not verified', 'google', { email_verified: false, hd: 'harbour.example' }],
    ['Google, verified in words', 'google', { email_verified: 'true', hd: 'harbour.example' }],
  ])('does not sign in: %s', async (_why, name, claims) => {
    const agent = await createConfirmedAgent()
    const browser = newBrowser()
    const person = { subject: `claims-${agent.id}`, claims: { email: agent.email, ...claims } }
    const { location } = await visit(browser, person, { purpose: 'sign_in', provider: name })
    expect(location).toBe(`/login?provider=${name}&outcome=inbox`)
    expect(await emailOf(browser)).toBeUndefined()
    expect(await linkedTo(agent.id)).toEqual([])
  })

  test('signs in when Microsoft knows the owner of its domain', async () => {
    const agent = await createConfirmedAgent()
    const browser = newBrowser()
    const person = { subject: agent.id, claims: { email: agent.email, xms_edov: true } }
    expect((await visit(browser, person, start)).location).toBe('/portal/leads')
    expect(await emailOf(browser)).toBe(agent.email)
  })

  test('threat 262: is linked with one click on an emailed link, in the browser that asked', async () => {
    const agent = await createConfirmedAgent()
    const browser = newBrowser()
    expect((await visit(browser, unverified(agent.email), start)).location).toEqual(inbox)
    const link = (await waitForEmailedLink(parts.app.dataDir, agent.email, '/login/link/')) ?? ''
    const value = link.split('/').at(-1) ?? ''
    // Email scanners open links, and the thief who started has another browser than the owner.
    expect((await newBrowser().open(link)).status).toBe(200)
    expect((await newBrowser().post('confirmIdentityLink', { token: value })).status).toBe(403)
    expect(await linkedTo(agent.id)).toEqual([])

    const answer = await browser.post('confirmIdentityLink', { token: value })
    expect(answer.result).toEqual({ location: '/portal/leads' })
    expect(await emailOf(browser)).toBe(agent.email)
    expect(await linkedTo(agent.id)).toMatchObject([{ provider: 'microsoft', email: agent.email }])
    expect((await browser.post('confirmIdentityLink', { token: value })).status).toBe(400)
    const again = newBrowser()
    expect((await visit(again, unverified(agent.email), start)).location).toBe('/portal/leads')
  })

  test('gets the same answer whether there is an account or not, and no email goes to the unknown', async () => {
    const agent = await createConfirmedAgent()
    const stranger = newEmail()
    expect((await visit(newBrowser(), unverified(stranger), start)).location).toEqual(inbox)
    expect((await visit(newBrowser(), unverified(agent.email), start)).location).toEqual(inbox)
    await waitForEmailedLink(parts.app.dataDir, agent.email, '/login/link/')
    expect(await subjectsTo(stranger)).toEqual([])
  })

  test('threat 262: the link ends with a new password, and after an hour', async () => {
    const agent = await createConfirmedAgent()
    const browser = newBrowser()
    await visit(browser, unverified(agent.email), start)
    const value = (await waitForEmailedLink(parts.app.dataDir, agent.email, '/login/link/'))?.split('/').at(-1) ?? ''
    const [row] = await parts.db
      .select()
      .from(token)
      .where(eq(token.tokenHash, hashToken(value)))
    expect(Math.round(((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)) / 60_000)).toBe(60)
    const reset = await issueToken(parts.db, 'reset_password', agent.id)
    expect((await newBrowser().post('resetPassword', { token: reset, password: 'another one' })).status).toBe(200)
    expect((await browser.post('confirmIdentityLink', { token: value })).status).toBe(400)
    expect(await linkedTo(agent.id)).toEqual([])
  })

  test('threat 264: asks someone with an authenticator app for a code after the link too', async () => {
    const agent = await createConfirmedAgent()
    const { secret } = await createAuthenticator(parts.db, agent.id)
    const browser = newBrowser()
    await visit(browser, unverified(agent.email), start)
    const value = (await waitForEmailedLink(parts.app.dataDir, agent.email, '/login/link/'))?.split('/').at(-1) ?? ''
    const answer = await browser.post('confirmIdentityLink', { token: value })
    expect(answer.result).toEqual({ location: '/login/code?from=%2Fportal%2Fleads' })
    expect(await linkedTo(agent.id)).toEqual([])
    await browser.post('finishSignIn', { kind: 'code', code: codeFor(secret) })
    expect(await linkedTo(agent.id)).toHaveLength(1)
  })
})

describe('the first link of an account', () => {
  test('takes an account at a provider in place of a password, at any address', async () => {
    const agent = await createConfirmedAgent({ emailVerified: false })
    const linkSecret = await issueToken(parts.db, 'create_password', agent.id)
    const browser = newBrowser()
    const start = { purpose: 'first_password', provider: 'microsoft', linkSecret }
    expect((await visit(browser, unverified(newEmail()), start)).location).toBe('/portal')
    expect(await emailOf(browser)).toBe(agent.email)
    const [row] = await parts.db.select().from(user).where(eq(user.id, agent.id))
    expect(row).toMatchObject({ emailVerified: true, password: '' })
    // Once.
    const second = await visit(newBrowser(), unverified(newEmail()), start)
    expect(second.location).toBe(`/reset-password/${linkSecret}?first=true&provider=microsoft&outcome=dead-link`)
    expect(await linkedTo(agent.id)).toHaveLength(1)
  })

  test('is not used up by an account at a provider that signs someone else in', async () => {
    const other = await createConfirmedAgent()
    await visit(newBrowser(), personAtGoogle(other.email))
    const agent = await createConfirmedAgent({ emailVerified: false })
    const linkSecret = await issueToken(parts.db, 'create_password', agent.id)
    const start = { purpose: 'first_password', provider: 'google', linkSecret }
    const browser = newBrowser()
    expect((await visit(browser, personAtGoogle(other.email), start)).location).toContain('outcome=taken')
    expect(await emailOf(browser)).toBeUndefined()
    expect((await visit(browser, personAtGoogle(agent.email), start)).location).toBe('/portal')
  })
})

describe('threat 260: what a browser comes back with', () => {
  test('counts once', async () => {
    const agent = await createConfirmedAgent()
    const browser = newBrowser()
    const { back } = await visit(browser, personAtGoogle(agent.email))
    const again = await browser.open(back)
    expect(again.headers.get('location')).toBe('/login?provider=google&outcome=expired')
    expect(again.headers.getSetCookie()).toEqual([])
  })

  test('counts only in the browser that was sent there, for ten minutes', async () => {
    const agent = await createConfirmedAgent()
    provider.signsInAs(personAtGoogle(agent.email))
    const thief = newBrowser()
    const { result } = await thief.post('beginIdentityVisit', { purpose: 'sign_in', provider: 'google' })
    const back = await newBrowser().follow((result as { url: string }).url, `${parts.url}/login/callback/`)
    const victim = newBrowser()
    await victim.post('beginIdentityVisit', { purpose: 'sign_in', provider: 'google' })
    expect((await victim.open(back)).headers.get('location')).toBe('/login?provider=google&outcome=expired')
    expect(await emailOf(victim)).toBeUndefined()

    const [request] = await parts.db.select().from(identityRequest)
    expect(request?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 9 * 60_000)
    expect(request?.expiresAt.getTime()).toBeLessThan(Date.now() + 11 * 60_000)
    await parts.db.update(identityRequest).set({ expiresAt: new Date(Date.now() - 1000) })
    expect((await thief.open(back)).headers.get('location')).toBe('/login?provider=google&outcome=expired')
  })

  test('without a state, or with a made-up one, changes nothing', async () => {
    for (const query of ['', '?code=x', '?code=x&state=made-up', '?error=access_denied', '?state=a&state=b&code=x']) {
      const answer = await newBrowser().open(`/login/callback/google${query}`)
      expect(answer.headers.get('location')).toBe('/login?provider=google&outcome=expired')
    }
    expect((await newBrowser().open('/login/callback/elsewhere?code=x')).headers.get('location')).toBe('/login')
  })
})

describe('threat 266: where a visit leads', () => {
  test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example'])(
    'never to %j',
    async (from) => {
      const answer = await newBrowser().post('beginIdentityVisit', { purpose: 'sign_in', provider: 'google', from })
      expect(answer.status).toBe(400)
    },
  )

  test('back to our own address, whatever the request says', async () => {
    const browser = openHttpBrowser(parts.url, { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' })
    const { result } = await browser.post('beginIdentityVisit', { purpose: 'sign_in', provider: 'google' })
    const { searchParams } = new URL((result as { url: string }).url)
    expect(searchParams.get('redirect_uri')).toBe(`${parts.url}/login/callback/google`)
    expect(Object.fromEntries(searchParams)).toMatchObject({ code_challenge_method: 'S256', response_type: 'code' })
  })

  test('not on a request from another site', async () => {
    const browser = openHttpBrowser(parts.url, { 'sec-fetch-site': 'cross-site' })
    const answer = await browser.post('beginIdentityVisit', { purpose: 'sign_in', provider: 'google' })
    expect(answer.status).toBe(403)
  })

  test('without a secret in the database or the log', async () => {
    const agent = await createConfirmedAgent({ emailVerified: false })
    const linkSecret = await issueToken(parts.db, 'create_password', agent.id)
    provider.signsInAs(personAtGoogle(agent.email))
    const browser = newBrowser()
    const start = { purpose: 'first_password', provider: 'google', linkSecret }
    const { result } = await browser.post('beginIdentityVisit', start)
    const { url } = result as { url: string }
    const { state = '', nonce = '' } = Object.fromEntries(new URL(url).searchParams)
    const rows = await parts.database.sql`select t::text as row from identity_request t`
    for (const secret of [linkSecret, state, nonce]) expect(rows.filter(({ row }) => row.includes(secret))).toEqual([])
    const { back } = await comeBack(browser, url)
    const code = new URL(back).searchParams.get('code') ?? ''
    await parts.app.saying('/login/callback/google')
    for (const secret of [linkSecret, state, nonce, code, agent.email]) expect(parts.app.output()).not.toContain(secret)
  })
})

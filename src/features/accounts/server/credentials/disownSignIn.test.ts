import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { knownDevice, session, token, user } from '#db/schema/accounts.ts'
import { audit } from '#db/schema/audit.ts'
import { authenticator, passkey } from '#db/schema/signInMethods.ts'
import { callsWithCookie, cookieHeader, createSignedInAgent, PASSWORD } from '../../../../../test/fixtures/agents.ts'
import { codeFor, createAuthenticator } from '../../../../../test/fixtures/authenticators.ts'
import { emailsTo } from '../../../../../test/fixtures/emails.ts'
import { call } from '../../../../../test/support/call.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { useDeployedApp } from '../../../../../test/support/processes/deployedApp.ts'

const parts = useDeployedApp({ TRUSTED_PROXIES: '127.0.0.1,::1', GEO_HEADERS: 'x-country,x-region,x-city' })

const NEW_SIGN_IN = 'New sign-in to your account'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const EXPIRED = { status: 400, fields: { token: 'expired' } }

let lastAddress = 0
const post = (name: string, data?: unknown, cookie = '', place: Record<string, string> = {}) =>
  call(parts.url, name, {
    method: 'POST',
    data,
    headers: { cookie, 'user-agent': CHROME, 'x-forwarded-for': `203.0.113.${(++lastAddress % 250) + 1}`, ...place },
  })
const login = (email: string, cookie = '', place = {}) => post('login', { email, password: PASSWORD }, cookie, place)
const newSignIns = async (email: string) =>
  (await emailsTo(parts.app.dataDir, email)).filter(({ subject }) => subject === NEW_SIGN_IN)
const disown = (value: string) => post('disownSignIn', { token: value })
const look = async (value: string) => (await post('fetchSignInToDisown', { token: value })).result
const actionsOf = async (userId: string) =>
  (await parts.db.select().from(audit).where(eq(audit.userId, userId))).map(({ action }) => action)

async function linkTo(email: string) {
  await eventually(async () => (await newSignIns(email)).length > 0)
  return /\/not-me\/([\w-]+)/.exec((await newSignIns(email))[0]?.text ?? '')?.[1] ?? ''
}

/** An agent at work, and a thief with the password who has signed in on another device. */
async function startTheft() {
  const own = await createSignedInAgent(parts)
  const cookie = cookieHeader((await login(own.agent.email)).headers)
  const thief = { cookie, ...callsWithCookie(parts.url, cookie) }
  return { ...own, thief, link: await linkTo(own.agent.email) }
}

describe('an email about a new device', () => {
  test('names the device, and is sent once for each', async () => {
    const { agent } = await createSignedInAgent(parts)
    const cookie = cookieHeader((await login(agent.email)).headers)
    await eventually(async () => (await newSignIns(agent.email)).length === 1)
    const [email] = await newSignIns(agent.email)
    expect(email?.text).toContain('Chrome on Windows')
    await login(agent.email, cookie)
    await login(agent.email)
    await eventually(async () => (await newSignIns(agent.email)).length === 2)
  })

  test.each([
    [
      'the city',
      { 'x-country': 'NZ', 'x-region': 'WGN', 'x-city': 'Wellington' },
      ', near Wellington, New Zealand, on ',
    ],
    ['the country if the city is not known', { 'x-country': 'AU' }, ', near Australia, on '],
    ['no place if none is known', {}, ', on '],
  ])('names %s', async (_what, place, words) => {
    const { agent } = await createSignedInAgent(parts)
    await login(agent.email, '', place)
    await eventually(async () => (await newSignIns(agent.email)).length === 1)
    const [email] = await newSignIns(agent.email)
    expect(email?.text?.replace(/\s+/g, ' ')).toMatch(
      new RegExp(`used on a new device: Chrome on Windows${words}\\w+, \\d+ \\w+ \\d{4} at `),
    )
  })

  test('is sent once when someone signs in on that device twice at the same moment', async () => {
    const { agent } = await createSignedInAgent(parts)
    await Promise.all(Array.from({ length: 4 }, () => login(agent.email, 'device=the-same-new-laptop')))
    await login(agent.email, 'device=another')
    await eventually(async () => (await newSignIns(agent.email)).length >= 2)
    expect(await newSignIns(agent.email)).toHaveLength(2)
  })

  test('is sent for a sign-in with a code, and after a password was reset with the link on a new device', async () => {
    const { agent } = await createSignedInAgent(parts)
    const { secret } = await createAuthenticator(parts.db, agent.id)
    const pending = cookieHeader((await login(agent.email)).headers)
    expect(await newSignIns(agent.email)).toHaveLength(0)
    await post('finishSignIn', { kind: 'code', code: codeFor(secret) }, pending)
    const link = await linkTo(agent.email)
    const { resetToken } = (await disown(link)).result as { resetToken: string }
    await parts.db.insert(knownDevice).values({ userId: agent.id, tokenHash: 'of the phone' })
    await post('resetPassword', { token: resetToken, password: 'kettle morning' })
    await eventually(async () => (await newSignIns(agent.email)).length === 2)
  })
})

describe('the link “This wasn’t me”', () => {
  test('threat 250: changes nothing when a scanner opens it, several times', async () => {
    const { link, thief, get } = await startTheft()
    for (const method of ['GET', 'HEAD', 'GET'])
      expect((await fetch(`${parts.url}/not-me/${link}`, { method })).status).toBe(200)
    for (const calls of [thief, { get }]) expect((await calls.get('fetchCurrentUser')).status).toBe(200)
    expect(await look(link)).toMatchObject({ state: 'open', device: 'Chrome on Windows', changes: [] })
  })

  test('ends every session on every device, forgets them and stops the password', async () => {
    const { agent, get, thief, link } = await startTheft()
    expect((await disown(link)).status).toBe(200)
    for (const calls of [thief, { get }]) expect((await calls.get('fetchCurrentUser')).status).toBe(401)
    for (const table of [session, knownDevice]) expect(await parts.db.$count(table, eq(table.userId, agent.id))).toBe(0)
    expect((await login(agent.email)).status).toBe(401)
    expect(await actionsOf(agent.id)).toContain('sign_in_disowned')
  })

  test('leads on to a new password, which is emailed as well', async () => {
    const { agent, link } = await startTheft()
    const { resetToken } = (await disown(link)).result as { resetToken: string }
    await eventually(async () =>
      (await emailsTo(parts.app.dataDir, agent.email)).some(({ text }) =>
        text?.includes(`/reset-password/${resetToken}`),
      ),
    )
    expect((await post('resetPassword', { token: resetToken, password: 'kettle morning' })).status).toBe(200)
    expect((await post('login', { email: agent.email, password: 'kettle morning' })).status).toBe(200)
  })

  test('threat 251: works once, also when it is used several times at the same moment', async () => {
    const { link } = await startTheft()
    const answers = await Promise.all([disown(link), disown(link), disown(link)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await disown(link)).error).toMatchObject(EXPIRED)
    expect(await look(link)).toEqual({ state: 'used' })
  })

  test('threat 251: is refused when it has expired, was made up, or is another kind of link', async () => {
    const { agent, get, link } = await startTheft()
    const { resetToken } = (await disown((await startTheft()).link)).result as { resetToken: string }
    await parts.db.update(token).set({ expiresAt: sql`now()` }).where(eq(token.userId, agent.id))
    for (const value of [link, 'made-up', resetToken]) {
      expect((await disown(value)).error).toMatchObject(EXPIRED)
      expect(await look(value)).toEqual({ state: 'expired' })
    }
    expect((await get('fetchCurrentUser')).status).toBe(200)
  })

  test('threat 251: guesses are limited', async () => {
    const guess = () =>
      call(parts.url, 'disownSignIn', {
        method: 'POST',
        data: { token: crypto.randomUUID() },
        headers: { 'x-forwarded-for': '198.51.100.7' },
      })
    for (let tries = 0; tries < 5; tries++) expect((await guess()).status).toBe(400)
    expect((await guess()).status).toBe(429)
  })

  test('is another one for each device: a later sign-in does not end an earlier link', async () => {
    const { agent, link } = await startTheft()
    await login(agent.email)
    await eventually(async () => (await newSignIns(agent.email)).length === 2)
    expect((await disown(link)).status).toBe(200)
  })

  test('threat 252: takes back passkeys and authenticator apps that were added since, and keeps older ones', async () => {
    const { agent, link } = await startTheft()
    const keys = { publicKey: Buffer.from('x'), deviceType: 'singleDevice' as const, userId: agent.id }
    const before = sql`now() - interval '1 day'`
    await parts.db.insert(passkey).values([
      { ...keys, credentialId: crypto.randomUUID(), name: 'My phone', createdAt: before },
      { ...keys, credentialId: crypto.randomUUID(), name: 'The thief’s' },
    ])
    await createAuthenticator(parts.db, agent.id)
    await disown(link)
    const left = await parts.db.select().from(passkey).where(eq(passkey.userId, agent.id))
    expect(left.map(({ name }) => name)).toEqual(['My phone'])
    expect(await parts.db.$count(authenticator, eq(authenticator.userId, agent.id))).toBe(0)
  })

  test('threat 252: puts back the address that was changed on that device, and shows the change', async () => {
    const { agent, thief, link } = await startTheft()
    const address = `thief-${agent.email}`
    await changeAddress(thief, address)
    expect(await look(link)).toMatchObject({ changes: [{ action: 'email_changed' }] })
    expect((await disown(link)).status).toBe(200)
    const [stored] = await parts.db.select().from(user).where(eq(user.id, agent.id))
    expect(stored?.email).toBe(agent.email)
    await eventually(async () =>
      (await emailsTo(parts.app.dataDir, agent.email)).some(
        ({ subject }) => subject === 'We’ve signed every device out',
      ),
    )
  })

  test('stops working when the address was changed on another device: its inbox may be somebody else’s', async () => {
    const { agent, link, ...own } = await startTheft()
    await changeAddress(own, `new-${agent.email}`)
    expect((await disown(link)).error).toMatchObject(EXPIRED)
  })

  async function changeAddress({ post: change }: Pick<ReturnType<typeof callsWithCookie>, 'post'>, email: string) {
    await change('requestEmailChange', { email, password: PASSWORD })
    const key = await eventually(
      async () => /confirmEmail=([\w-]+)/.exec((await emailsTo(parts.app.dataDir, email))[0]?.text ?? '')?.[1],
    )
    expect((await change('confirmEmailChange', { token: key })).status).toBe(200)
  }
})

import type { ServerResponse } from 'node:http'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { session } from '#db/schema/accounts.ts'
import { identity } from '#db/schema/signInMethods.ts'
import { createAgent } from '../../../../../../test/fixtures/agents.ts'
import { openHttpBrowser } from '../../../../../../test/support/httpBrowser.ts'
import { freePort } from '../../../../../../test/support/processes/app.ts'
import { useDeployedApp } from '../../../../../../test/support/processes/deployedApp.ts'
import { CLIENT } from '../../../../../../test/support/servers/identityProvider.ts'
import { useScriptedProvider } from '../../../../../../test/support/servers/scriptedProvider.ts'

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
const google = useScriptedProvider(googlePort)
/** It is the attacker’s in these tests. */
const microsoft = useScriptedProvider(microsoftPort)

let lastNumber = 0
const newBrowser = (address = `203.0.113.${++lastNumber}`) => openHttpBrowser(parts.url, { 'x-forwarded-for': address })
type Browser = ReturnType<typeof newBrowser>
const createConfirmedAgent = () => createAgent(parts.db, { emailVerified: true })
type Agent = Awaited<ReturnType<typeof createConfirmedAgent>>
const claimsOf = ({ email, id }: Agent) => ({ sub: id, email, email_verified: true, hd: 'example.nz', xms_edov: true })

async function begin(browser: Browser, provider = 'google') {
  const { result, error } = await browser.post('beginIdentityVisit', { purpose: 'sign_in', provider })
  if (!result) throw error
  return (result as { url: string }).url
}
async function comeBack(browser: Browser, address: string) {
  const answer = await browser.open(address)
  expect(answer.status).toBe(303)
  return answer.headers.get('location')
}
async function expectNobody({ id }: Agent) {
  expect(await parts.db.$count(session, eq(session.userId, id))).toBe(0)
  expect(await parts.db.$count(identity, eq(identity.userId, id))).toBe(0)
}

test('an answer that is right in every part signs in', async () => {
  const agent = await createConfirmedAgent()
  const browser = newBrowser()
  const url = await begin(browser)
  google.answers({ claims: claimsOf(agent), signature: 'own key' })
  expect(await comeBack(browser, google.comesBack(url))).toBe('/portal')
  expect(await parts.db.$count(session, eq(session.userId, agent.id))).toBe(1)
})

describe('threat 259: a token is refused', () => {
  const soon = () => Math.floor(Date.now() / 1000)
  test.each([
    ['of another issuer', () => ({ claims: { iss: microsoft.issuer } })],
    ['for another application', () => ({ claims: { aud: 'another-application' } })],
    ['for several, but not for us', () => ({ claims: { aud: ['one', 'two'] } })],
    ['of another visit', () => ({ claims: { nonce: 'of-another-visit' } })],
    ['of no visit', () => ({ claims: { nonce: undefined } })],
    ['that has expired', () => ({ claims: { exp: soon() - 120 } })],
    ['that is not valid yet', () => ({ claims: { nbf: soon() + 600 } })],
    ['about nobody', () => ({ claims: { sub: '' } })],
    ['about something else than a name', () => ({ claims: { sub: 7 } })],
    ['signed with a key that the provider does not publish', () => ({ signature: 'unknown key' as const })],
    ['that is not signed', () => ({ signature: 'none' as const })],
    ['signed with the secret of the application', () => ({ signature: 'client secret' as const })],
  ])('%s', async (_which, fault) => {
    const agent = await createConfirmedAgent()
    const browser = newBrowser()
    const url = await begin(browser)
    const { claims, ...rest }: { claims?: object; signature?: 'unknown key' } = fault() as object
    google.answers({ signature: 'own key', ...rest, claims: { ...claimsOf(agent), ...claims } })
    expect(await comeBack(browser, google.comesBack(url))).toBe('/login?provider=google&outcome=refused')
    await expectNobody(agent)
  })

  test('that is missing', async () => {
    const browser = newBrowser()
    const url = await begin(browser)
    google.answers({
      respond: (response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"access_token":"x","token_type":"Bearer"}'),
    })
    expect(await comeBack(browser, google.comesBack(url))).toBe('/login?provider=google&outcome=refused')
  })
})

describe('threat 258: a mix-up of two providers is refused', () => {
  test('an answer that names another issuer', async () => {
    const agent = await createConfirmedAgent()
    const browser = newBrowser()
    const url = await begin(browser)
    google.answers({ claims: claimsOf(agent), signature: 'own key' })
    const back = google.comesBack(url, { iss: microsoft.issuer })
    expect(await comeBack(browser, back)).toBe('/login?provider=google&outcome=refused')
    await expectNobody(agent)
  })

  test('an answer without an issuer, of a provider that always names it', async () => {
    const browser = newBrowser()
    const back = new URL(google.comesBack(await begin(browser)))
    back.searchParams.delete('iss')
    expect(await comeBack(browser, back.href)).toBe('/login?provider=google&outcome=refused')
  })

  test('an answer for one provider at the address of the other, which never sees the code', async () => {
    const browser = newBrowser()
    const url = await begin(browser)
    const sent: string[] = []
    microsoft.answers({
      respond: (response) => {
        sent.push('a code')
        response.writeHead(500).end()
      },
    })
    const back = google.comesBack(url).replace('/callback/google', '/callback/microsoft')
    expect(await comeBack(browser, back)).toBe('/login?provider=microsoft&outcome=expired')
    expect(sent).toEqual([])
  })

  test('the same name at another provider is somebody else', async () => {
    const agent = await createConfirmedAgent()
    const owner = newBrowser()
    google.answers({ claims: claimsOf(agent), signature: 'own key' })
    await comeBack(owner, google.comesBack(await begin(owner)))
    const thief = newBrowser()
    const url = await begin(thief, 'microsoft')
    microsoft.answers({ claims: { sub: agent.id, email: 'thief@evil.example', xms_edov: true }, signature: 'own key' })
    expect(await comeBack(thief, microsoft.comesBack(url))).toBe('/login?provider=microsoft&outcome=unknown')
  })
})

describe('threat 260: a code that the provider has seen before', () => {
  test('is refused', async () => {
    const browser = newBrowser()
    const url = await begin(browser)
    google.answers({
      respond: (response) =>
        void response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}'),
    })
    expect(await comeBack(browser, google.comesBack(url))).toBe('/login?provider=google&outcome=refused')
  })
})

describe('threat 267: a provider that is away or does harm', () => {
  const away = '/login?provider=google&outcome=away'

  test.each([
    ['answers with an error', (response: ServerResponse) => void response.writeHead(503).end('down')],
    ['ends the connection', (response: ServerResponse) => void response.destroy()],
    ['never stops sending', (response: ServerResponse) => sendForever(response)],
    [
      'sends the browser elsewhere',
      (response: ServerResponse) => void response.writeHead(502, { location: 'http://127.0.0.1:9/' }).end(),
    ],
  ])('is said to be away when it %s', async (_how, respond) => {
    const agent = await createConfirmedAgent()
    const browser = newBrowser()
    const url = await begin(browser)
    google.answers({ respond })
    expect(await comeBack(browser, google.comesBack(url))).toBe(away)
    // Everything else goes on, also with the same provider.
    google.answers({ claims: claimsOf(agent), signature: 'own key' })
    expect(await comeBack(browser, google.comesBack(await begin(browser)))).toBe('/portal')
  })

  test('visits are limited by address', async () => {
    const address = '198.51.100.77'
    const statuses = await Promise.all(
      Array.from({ length: 110 }, async () => {
        const { status } = await newBrowser(address).post('beginIdentityVisit', {
          purpose: 'sign_in',
          provider: 'google',
        })
        return status
      }),
    )
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    const arrivals = await Promise.all(
      Array.from(
        { length: 110 },
        async () => (await newBrowser(address).open('/login/callback/google?state=x')).status,
      ),
    )
    expect(new Set(arrivals)).toEqual(new Set([303, 429]))
  })
})

function sendForever(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'application/json' })
  const send = () => {
    if (response.destroyed) return
    if (response.write(' '.repeat(60_000))) setImmediate(send)
    else response.once('drain', send)
  }
  send()
}

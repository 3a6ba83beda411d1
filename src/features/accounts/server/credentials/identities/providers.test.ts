import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseEnv } from '#platform/config/env.server.ts'
import { freePort } from '../../../../../../test/support/processes/app.ts'
import { CLIENT } from '../../../../../../test/support/servers/identityProvider.ts'
import { useScriptedProvider } from '../../../../../../test/support/servers/scriptedProvider.ts'
import { verifyProviderResponse, visitUrl } from './providers.server.ts'

const port = await freePort()
const provider = useScriptedProvider(port)
const secrets = { state: 'a-state', nonce: 'a-nonce', verifier: 'v'.repeat(43) }

let lastClient = 0
/** Each as another application, because what a provider says about itself is remembered. */
const ownEnv = (env: Record<string, string> = {}) =>
  parseEnv({
    GOOGLE_CLIENT_ID: `application-${++lastClient}`,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    GOOGLE_ISSUER: provider.issuer,
    ...env,
  })
const leave = (env = ownEnv()) => visitUrl(env, 'google', { secrets })

describe('what a provider says about itself', () => {
  test('is read once for an hour', async () => {
    const env = ownEnv()
    const before = provider.timesAsked()
    for (let i = 0; i < 3; i++) await leave(env)
    expect(provider.timesAsked()).toBe(before + 1)
  })

  test.each([
    ['is not there', (issuer: string) => ({ status: 404, body: issuer })],
    [
      'names another issuer',
      () => ({ status: 200, body: JSON.stringify({ issuer: 'https://accounts.evil.example' }) }),
    ],
    ['is not what it should be', () => ({ status: 200, body: '[]' })],
    [
      'is too long',
      (issuer: string) => ({
        status: 200,
        body: JSON.stringify({ issuer, authorization_endpoint: issuer, x: 'x'.repeat(300_000) }),
      }),
    ],
  ])('threat 267: when it %s, nobody is sent there, and the next one asks again', async (_how, make) => {
    const env = ownEnv()
    const { status, body } = make(provider.issuer)
    provider.answers({
      describe: (response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(body),
    })
    await expect(leave(env)).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('Google isn’t answering'),
    })
    provider.answers({})
    expect(await leave(env)).toContain(`${provider.issuer}/authorize?`)
  })

  test('threat 267: when nothing listens there, nobody is sent there', async () => {
    await expect(leave(ownEnv({ GOOGLE_ISSUER: `http://127.0.0.1:${await freePort()}` }))).rejects.toMatchObject({
      status: 503,
    })
  })

  test('threat 267: when it accepts the connection and stays silent, nobody waits longer than ten seconds', async () => {
    const connections = new Set<Socket>()
    const silent = createServer((connection) => connections.add(connection)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    await expect(leave(ownEnv({ GOOGLE_ISSUER: `http://127.0.0.1:${port}` }))).rejects.toMatchObject({ status: 503 })
    expect(connections.size).toBe(1)
    for (const connection of connections) connection.destroy()
    silent.close()
  })

  test('is of no interest where its settings are missing', async () => {
    await expect(visitUrl(ownEnv(), 'microsoft', { secrets })).rejects.toMatchObject({ status: 404 })
  })
})

describe('Microsoft, where every organisation is an issuer of its own', () => {
  const microsoft = 'https://login.microsoftonline.com'
  const tenant = '11111111-2222-3333-4444-555555555555'
  const env = parseEnv({ MICROSOFT_CLIENT_ID: CLIENT.id, MICROSOFT_CLIENT_SECRET: CLIENT.secret })
  const realFetch = globalThis.fetch

  // Microsoft’s own name leads to the provider of this test.
  beforeEach(() => {
    vi.stubGlobal('fetch', (url: string, options: RequestInit) =>
      realFetch(url.replace(`${microsoft}/common/v2.0`, provider.issuer), options),
    )
  })
  afterEach(() => vi.unstubAllGlobals())

  async function comeBack(claims: Record<string, unknown>) {
    provider.answers({
      claims: { sub: 'somebody', nonce: secrets.nonce, ...claims },
      describe: (response) => {
        const own = `${microsoft}/common/v2.0`
        const description = {
          issuer: `${microsoft}/{tenantid}/v2.0`,
          authorization_endpoint: `${own}/authorize`,
          token_endpoint: `${own}/token`,
          jwks_uri: `${own}/keys`,
        }
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(description))
      },
    })
    expect(await visitUrl(env, 'microsoft', { secrets })).toContain(`${microsoft}/common/v2.0/authorize?`)
    return verifyProviderResponse(env, 'microsoft', `?code=a&state=${secrets.state}`, secrets)
  }

  test('a person is one of the organisation that the token names', async () => {
    const person = await comeBack({ iss: `${microsoft}/${tenant}/v2.0`, tid: tenant, email: 'Tui@Harbour.example' })
    expect(person).toMatchObject({
      issuer: `${microsoft}/${tenant}/v2.0`,
      subject: 'somebody',
      email: 'tui@harbour.example',
      isEmailVerified: false,
    })
  })

  test('threat 259: a token of one organisation in the name of another is refused', async () => {
    const other = 'ffffffff-2222-3333-4444-555555555555'
    await expect(comeBack({ iss: `${microsoft}/${tenant}/v2.0`, tid: other })).rejects.toThrow('refused')
    await expect(comeBack({ iss: `${microsoft}/${tenant}/v2.0` })).rejects.toThrow('refused')
    await expect(comeBack({ iss: 'https://evil.example/v2.0', tid: tenant })).rejects.toThrow('refused')
  })
})

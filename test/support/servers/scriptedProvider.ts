import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { CLIENT } from './identityProvider.ts'

const KEY_ID = 'key-1'
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

const algorithms = { 'own key': 'RS256', 'unknown key': 'RS256', none: 'none', 'client secret': 'HS256' }

/** What a test may change of an answer that is right otherwise. */
interface Script {
  claims?: Record<string, unknown>
  /** How the token is signed. */
  signature?: keyof typeof algorithms
  /** In place of the answer with the token. */
  respond?: (response: ServerResponse) => void
  /** In place of the document that describes the provider. */
  describe?: (response: ServerResponse) => void
}

/** A provider that says whatever a test wants, over HTTP like any other. */
export async function startScriptedProvider(port: number) {
  const issuer = `http://127.0.0.1:${port}`
  const published = newKey()
  const other = newKey()
  let script: Script = {}
  let nonce = ''
  let asked = 0
  const server = createServer((request, response) => {
    const reply = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const path = new URL(request.url ?? '/', issuer).pathname
    if (path === '/.well-known/openid-configuration') {
      asked += 1
      if (script.describe) return script.describe(response)
      return reply({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        authorization_response_iss_parameter_supported: true,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    }
    if (path === '/keys')
      return reply({
        keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }],
      })
    if (path !== '/token') return response.writeHead(404).end()
    if (script.respond) return script.respond(response)
    return reply({ access_token: 'unused', token_type: 'Bearer', expires_in: 60, id_token: makeToken() })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  function makeToken() {
    const seconds = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      aud: CLIENT.id,
      sub: 'somebody',
      iat: seconds,
      exp: seconds + 60,
      nonce,
      ...script.claims,
    }
    const { signature = 'own key' } = script
    const alg = algorithms[signature]
    const text = `${encode({ alg, kid: KEY_ID })}.${encode(claims)}`
    if (signature === 'none') return `${text}.`
    if (signature === 'client secret')
      return `${text}.${createHmac('sha256', CLIENT.secret).update(text).digest('base64url')}`
    const key = signature === 'unknown key' ? other : published
    return `${text}.${sign('sha256', Buffer.from(text), key.privateKey).toString('base64url')}`
  }

  return {
    issuer,
    /** How often someone asked where the provider's addresses are. */
    timesAsked: () => asked,
    answers(next: Script) {
      script = next
    },
    /** The address with which a browser comes back that was sent to `url`. */
    comesBack(url: string, changed: Record<string, string> = {}) {
      const { searchParams } = new URL(url)
      nonce = searchParams.get('nonce') ?? ''
      const query = { code: 'a-code', state: searchParams.get('state') ?? '', iss: issuer, ...changed }
      return `${searchParams.get('redirect_uri')}?${new URLSearchParams(query)}`
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** One for all tests of a file. It answers as it should at the beginning of each. */
export function useScriptedProvider(port: number) {
  const parts = {} as Awaited<ReturnType<typeof startScriptedProvider>>
  beforeAll(async () => {
    Object.assign(parts, await startScriptedProvider(port))
  })
  beforeEach(() => parts.answers({}))
  afterAll(() => parts.stop?.())
  return parts
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Provider, { interactionPolicy } from 'oidc-provider'
import { afterAll, beforeAll } from 'vitest'

export const CLIENT = { id: 'property-files', secret: 'a client secret that is long enough' }

/** Someone with an account at the provider. */
export interface Person {
  /** What the provider calls them. */
  subject: string
  claims?: Record<string, unknown>
}

/** A person whose address the provider vouches for, as Google does for its own. */
export const personAtGoogle = (email: string, subject = `google-${email}`): Person => ({
  subject,
  claims: { email, email_verified: true, hd: email.split('@')[1], given_name: 'Tui', family_name: 'Parata' },
})

/** A real provider on this computer. Everyone signs in as the person that the test has chosen, or with a click if `asks`. */
export async function startIdentityProvider(port: number, appUrls: string[], { asks = false } = {}) {
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, Person>()
  let next: Person | 'cancels' | undefined
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: appUrls.flatMap((url) => ['google', 'microsoft'].map((name) => `${url}/login/callback/${name}`)),
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'hd', 'xms_edov'],
      profile: ['given_name', 'family_name'],
    },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of the provider'] },
    features: { claimsParameter: { enabled: true }, devInteractions: { enabled: false } },
    interactions: { policy, url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, subject: string) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...people.get(subject)?.claims }),
    }),
    loadExistingGrant: async ({ oidc }: { oidc: { session: { accountId: string }; client: { clientId: string } } }) => {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const respond = provider.callback()
  const server = createServer((request, response) => {
    const handle = request.url?.startsWith('/interaction/') ? interact(request, response) : respond(request, response)
    handle.catch(() => response.writeHead(500).end())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  async function interact(request: IncomingMessage, response: ServerResponse) {
    if (asks && request.method === 'GET') {
      response.setHeader('content-type', 'text/html')
      return void response.end(
        '<!doctype html><title>The provider</title><form method="post"><button>Sign in here</button></form>',
      )
    }
    if (!next) throw new Error('The test has chosen nobody.')
    if (next === 'cancels') return provider.interactionFinished(request, response, { error: 'access_denied' })
    people.set(next.subject, next)
    await provider.interactionFinished(request, response, { login: { accountId: next.subject }, select_account: {} })
  }

  return {
    issuer,
    signsInAs(person: Person | 'cancels') {
      next = person
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** One for all tests of a file. Its address is known at once, so that an application can be given it. */
export function useIdentityProvider(port: number, appUrl: () => string) {
  const parts = {} as Awaited<ReturnType<typeof startIdentityProvider>>
  beforeAll(async () => {
    Object.assign(parts, await startIdentityProvider(port, [appUrl()]))
  })
  afterAll(() => parts.stop?.())
  return parts
}

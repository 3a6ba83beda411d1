import { eq } from 'drizzle-orm'
import { identity } from '#db/schema/signInMethods.ts'
import { hashToken, type SignedInAgent } from '#platform/auth/sessions.server.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { type IdentityProvider, identityProviders, type VisitOutcome } from '#values/identityProviders.ts'
import type { IdentityVisit } from '../../../identities/identities.schema.ts'
import { withOutcome } from '../../../providerVisitResult.ts'
import type { SignInRequest } from '../signIn.server.ts'
import { type Arrival, ProviderVisitError } from './enterAccount.server.ts'
import { consumeRequest, type IdentityRequest, storeRequest } from './identityRequests.server.ts'
import { ProviderResponseError, VisitCancelled, verifyProviderResponse, visitUrl } from './providers.server.ts'
import {
  type AcceptInvitation,
  acceptFirstLink,
  addToAccount,
  joinWithIdentity,
  proveWithIdentity,
  signInWithIdentity,
} from './signInWithIdentity.server.ts'

const visitsPerAddress = { name: 'identity_visit', points: 100, seconds: 15 * 60 }
const visitsPerAgent = { name: 'identity_own_visit', points: 30, seconds: 15 * 60 }
const arrivalsPerAddress = { name: 'identity_arrival', points: 100, seconds: 15 * 60 }

/** Where the browser goes now: an address at the provider. `browser` is a cookie that only this browser has. */
export async function beginProviderVisit(
  services: Services,
  { provider, purpose, ...details }: IdentityVisit,
  browser: string,
  clientIp: string,
) {
  await services.limits.spendByAddress(visitsPerAddress, clientIp)
  return leave(services, { provider, purpose, browserHash: hashToken(browser), ...details })
}

/** The same for someone who is signed in: to link an account there, or to prove that it is them. */
export async function beginOwnProviderVisit(
  services: Services,
  { agent, sessionHash }: SignedInAgent,
  provider: IdentityProvider,
  purpose: 'add' | 'proof',
) {
  await services.limits.spend(visitsPerAgent, agent.id)
  const own = await services.database.db.select().from(identity).where(eq(identity.userId, agent.id))
  const hint = purpose === 'proof' ? own.find((one) => one.provider === provider)?.email : undefined
  return leave(services, { provider, purpose, browserHash: sessionHash }, hint)
}

async function leave(services: Services, request: Parameters<typeof storeRequest>[1], hint?: string) {
  const { provider, purpose } = request
  const secrets = await storeRequest(services, request)
  return { url: await visitUrl(services.env, provider, { secrets, hint, signsInAgain: purpose === 'proof' }) }
}

export interface ReturningBrowser {
  visit: SignInRequest
  /** Its cookie. */
  browser: string
  session: SignedInAgent | undefined
}

interface Answer {
  provider: string
  /** The query with which it came back. */
  search: string
}

/** The browser is back. Whatever comes of it, it goes on to a page that says so. */
export async function finishProviderVisit(
  services: Services,
  { provider: name, search }: Answer,
  back: ReturningBrowser,
  acceptInvitation: AcceptInvitation,
): Promise<Arrival> {
  await services.limits.spendByAddress(arrivalsPerAddress, back.visit.clientIp)
  const provider = identityProviders.find((one) => one === name)
  if (!provider) return { location: '/login' }
  const state = new URLSearchParams(search).get('state') ?? ''
  const browsers = [hashToken(back.browser), ...(back.session ? [back.session.sessionHash] : [])]
  const request = await consumeRequest(services, services.database.db, state, browsers)
  // The answer of one provider at the address of another is a mix-up.
  if (!request || request.provider !== provider) return { location: withOutcome('/login', provider, 'expired') }
  try {
    return await arrive(services, request, search, state, back, acceptInvitation)
  } catch (error) {
    const outcome = describeFailure(error)
    if (!outcome) throw error
    if (error instanceof ProviderResponseError)
      services.log.warn(
        { provider, purpose: request.purpose, code: error.code },
        'the answer of a sign-in provider was refused',
      )
    return { location: withOutcome(startPage(request), provider, outcome) }
  }
}

async function arrive(
  services: Services,
  request: IdentityRequest,
  search: string,
  state: string,
  { visit, session }: ReturningBrowser,
  acceptInvitation: AcceptInvitation,
): Promise<Arrival> {
  const { provider, purpose, nonce, verifier } = request
  const person = await verifyProviderResponse(services.env, provider, search, { state, nonce, verifier })
  if (purpose === 'join') return joinWithIdentity(services, person, request, visit, acceptInvitation)
  if (purpose === 'first_password') return acceptFirstLink(services, person, request, visit)
  if (purpose === 'sign_in') return signInWithIdentity(services, person, request, visit)
  if (!session || (purpose === 'add' && session.isLocked)) throw new ProviderVisitError('expired')
  const arrival = purpose === 'add' ? addToAccount : proveWithIdentity
  const outcome = await arrival(services, session, person, request)
  return { location: withOutcome(startPage(request), provider, outcome) }
}

function describeFailure(error: unknown): VisitOutcome | undefined {
  if (error instanceof ProviderVisitError) return error.outcome
  if (error instanceof VisitCancelled) return 'cancelled'
  if (error instanceof ProviderResponseError) return 'refused'
  return error instanceof AppError && error.status === 503 ? 'away' : undefined
}

/** The page on which the visit began. */
function startPage({ purpose, from, linkSecret = '' }: IdentityRequest) {
  if (purpose === 'add') return '/portal/settings#linked-accounts'
  if (purpose === 'proof') return '/login/confirmed'
  if (purpose === 'join') return `/join?${new URLSearchParams({ key: linkSecret })}`
  if (purpose === 'first_password') return `/reset-password/${encodeURIComponent(linkSecret)}?first=true`
  return from ? `/login?${new URLSearchParams({ from })}` : '/login'
}

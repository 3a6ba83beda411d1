import type { Configuration, CustomFetch } from 'openid-client'
import * as z from 'zod/mini'
import { type Env, readIdentityProvider, type SettingsWithoutSecrets } from '#platform/config/env.server.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { EmailAddress, PersonName } from '#platform/input/fieldSchemas.ts'
import { type IdentityProvider, type NewIdentity, providerNames } from '#values/identityProviders.ts'
import { HOUR_MS } from '#values/time.ts'

const TIMEOUT_SECONDS = 10
const MAX_RESPONSE_BYTES = 200_000
/** A provider that changes an address keeps the earlier one for much longer. */
const REREAD_AFTER_MS = HOUR_MS

/** What someone is told when a provider does not answer. */
export const providerUnavailable = (provider: IdentityProvider) =>
  new AppError(
    'ProviderAway',
    503,
    `${providerNames[provider]} isn’t answering. Try again in a few minutes, or sign in another way.`,
  )

/** The provider's answer is not what it should be. `code` is for the log, and says nothing about the person. */
export class ProviderResponseError extends Error {
  override name = 'AnswerRefused'
  readonly code: string
  constructor(code: string) {
    super(`An answer was refused: ${code}`)
    this.code = code
  }
}

/** They chose not to go on, at the provider. */
export class VisitCancelled extends Error {
  override name = 'VisitCancelled'
}

/** What a request was made with, and its answer has to fit. */
export interface VisitSecrets {
  state: string
  nonce: string
  verifier: string
}

/** Who came back. */
export interface ProvenIdentity extends NewIdentity {
  /** The provider knows that the address belongs to them, and not only that they say so. */
  isEmailVerified: boolean
  firstName: string
  lastName: string
  /** When they last signed in at the provider, in seconds. Few providers say so unless they are asked to. */
  authTime: number | undefined
}

/** From `APP_URL` alone: nothing in a request decides where an answer goes. A path for each provider, so that one cannot answer for another. */
const callbackUrl = ({ APP_URL }: Pick<Env, 'APP_URL'>, provider: IdentityProvider) =>
  `${APP_URL}/login/callback/${provider}`

interface Visit {
  secrets: VisitSecrets
  /** They shall sign in at the provider, even if they are signed in there. */
  signsInAgain?: boolean
  /** The address that the provider should propose. */
  hint?: string
}

/** The address at the provider to which the browser is sent. */
export async function visitUrl(env: SettingsWithoutSecrets, provider: IdentityProvider, visit: Visit) {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
  const { state, nonce, verifier } = visit.secrets
  return buildAuthorizationUrl(await openProvider(env, provider), {
    redirect_uri: callbackUrl(env, provider),
    scope: 'openid email profile',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...{ state, nonce },
    // On a shared computer someone else may be signed in there.
    prompt: 'select_account',
    ...(visit.signsInAgain && { prompt: 'login', max_age: '0', claims: ASKS_FOR_TIME }),
    ...(visit.hint && { login_hint: visit.hint }),
  }).href
}

/** Google says when someone signed in only if it is asked like this. */
const ASKS_FOR_TIME = JSON.stringify({ id_token: { auth_time: { essential: true } } })

/**
 * Exchanges the code in the address that the browser came back with, and checks everything that was said: state, issuer of the response, signature,
 * issuer, audience, time and nonce of the token. Throws if any of it does not fit.
 */
export async function verifyProviderResponse(
  env: SettingsWithoutSecrets,
  provider: IdentityProvider,
  search: string,
  { state, nonce, verifier }: VisitSecrets,
): Promise<ProvenIdentity> {
  const { authorizationCodeGrant } = await import('openid-client')
  const config = await openProvider(env, provider)
  const answer = new URL(callbackUrl(env, provider) + search)
  try {
    const tokens = await authorizationCodeGrant(config, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    return describePerson(provider, tokens.claims())
  } catch (error) {
    throw await explainFailure(provider, error)
  }
}

/** The parts that we read, as any of the providers writes them. */
const Claims = z.object({
  iss: z.string().check(z.maxLength(500)),
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  auth_time: z.optional(z.number()),
  email: z.optional(z.unknown()),
  email_verified: z.optional(z.unknown()),
  hd: z.optional(z.unknown()),
  xms_edov: z.optional(z.unknown()),
  given_name: z.optional(z.unknown()),
  family_name: z.optional(z.unknown()),
})
type Claims = z.infer<typeof Claims>

/**
 * Whether the address is the person's own. Google answers for its own addresses and those of its customers' domains; any other was checked once,
 * and may belong to someone else by now. At Microsoft, administrators write any address they like: only the claim about the owner of its domain counts.
 */
const isVerifiedBy: Record<IdentityProvider, (claims: Claims, email: string) => boolean> = {
  google: ({ email_verified, hd }, email) =>
    email_verified === true && (typeof hd === 'string' || email.endsWith('@gmail.com')),
  microsoft: ({ xms_edov }) => [true, 1, '1', 'true'].some((yes) => yes === xms_edov),
}

function describePerson(provider: IdentityProvider, given: unknown): ProvenIdentity {
  const parsed = Claims.safeParse(given)
  if (!parsed.success) throw new ProviderResponseError('unreadable claims')
  const claims = parsed.data
  const email = EmailAddress.safeParse(claims.email).data ?? ''
  return {
    provider,
    issuer: claims.iss,
    subject: claims.sub,
    email,
    isEmailVerified: email !== '' && isVerifiedBy[provider](claims, email),
    firstName: PersonName.safeParse(claims.given_name).data ?? '',
    lastName: PersonName.safeParse(claims.family_name).data ?? '',
    authTime: claims.auth_time,
  }
}

async function explainFailure(provider: IdentityProvider, error: unknown) {
  const { AuthorizationResponseError, ResponseBodyError, ClientError } = await import('openid-client')
  if (error instanceof ProviderResponseError) return error
  if (error instanceof AuthorizationResponseError)
    return isUnwilling(error.error) ? new VisitCancelled() : new ProviderResponseError(error.error)
  if (error instanceof ResponseBodyError)
    return error.status >= 500 ? providerUnavailable(provider) : new ProviderResponseError(error.error)
  if (error instanceof ClientError)
    return isAway(error) ? providerUnavailable(provider) : new ProviderResponseError(error.code ?? 'unknown')
  // No connection.
  return error instanceof TypeError ? providerUnavailable(provider) : error
}

const isUnwilling = (error: string) => ['access_denied', 'consent_required', 'interaction_required'].includes(error)

const isAway = ({ code, cause }: { code?: string; cause?: unknown }) =>
  code === 'OAUTH_TIMEOUT' || (cause instanceof Response && cause.status >= 500)

interface OpenProvider {
  config: Promise<Configuration>
  readAt: number
}

const open = new Map<string, OpenProvider>()

/** What the provider says about its addresses and keys, read again after an hour. */
async function openProvider(env: SettingsWithoutSecrets, provider: IdentityProvider) {
  const settings = readIdentityProvider(env, provider)
  if (!settings) throw notFound()
  const { issuer, clientId, clientSecret } = settings
  const key = `${issuer} ${clientId}`
  const known = open.get(key)
  if (known && Date.now() - known.readAt < REREAD_AFTER_MS) return known.config
  const config = discover(new URL(issuer), clientId, clientSecret)
  open.set(key, { config, readAt: Date.now() })
  try {
    return await config
  } catch (error) {
    open.delete(key)
    throw error instanceof TypeError || error instanceof Error ? providerUnavailable(provider) : error
  }
}

async function discover(issuer: URL, clientId: string, clientSecret: string) {
  const { discovery, customFetch, enableNonRepudiationChecks, allowInsecureRequests } = await import('openid-client')
  return discovery(issuer, clientId, clientSecret, undefined, {
    [customFetch]: limitedFetch,
    timeout: TIMEOUT_SECONDS,
    // The signature is checked although the token comes over TLS. Without https the settings allow this computer only.
    execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
  })
}

/** Reads no more than these documents can be long. The library sets the time limit, and follows no redirects. */
const limitedFetch: CustomFetch = async (url, options) => {
  const { body, ...rest } = options
  const response = await fetch(url, { ...rest, body: body instanceof Uint8Array ? Buffer.from(body) : body })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_RESPONSE_BYTES) throw new TypeError('The response is too long')
    chunks.push(chunk)
  }
  return new Response(chunks.length > 0 ? Buffer.concat(chunks) : null, response)
}

import { getRequestHeader, getRequestHeaders } from '@tanstack/react-start/server'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { knownDevice, user } from '#db/schema/accounts.ts'
import { writeHourlyAudit } from '#features/audit/writeAudit.server.ts'
import { hasPasskey, needsSecondStep } from '#platform/auth/secondFactors.server.ts'
import { readDeviceCookie, readPendingCookie, readSessionCookie } from '#platform/auth/sessionCookie.server.ts'
import { hashToken, newToken, type User } from '#platform/auth/sessions.server.ts'
import { AppError } from '#platform/errors.ts'
import { describeDevice } from '#platform/events/userAgent.server.ts'
import type { Sender } from '#platform/geo/placeLookup.server.ts'
import { placeText } from '#platform/geo/placeLookup.server.ts'
import { currentRequest } from '#platform/http/currentRequest.server.ts'
import { rateLimitKey } from '#platform/http/ipAddresses.server.ts'
import type { Services } from '#platform/services.server.ts'
import { emailDateTime } from '#ui/format/dates.ts'
import { DAY_MS } from '#values/time.ts'
import { newSignInEmail } from '../../accounts.emails.tsx'
import type { Credentials } from '../../accounts.schema.ts'
import { NOT_ME_DAYS } from '../../devices.schema.ts'
import { startPendingSignIn } from '../secondFactor/pendingSignIns.server.ts'
import { readSettings } from '../settings.server.ts'
import { openSession, rememberDevice, type SigningInBrowser } from './agentSessions.server.ts'
import { issueToken } from './emailedTokens.server.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords/passwordHashing.server.ts'

const perAccountLimit = { name: 'sign_in', points: 10, seconds: 15 * 60 }
const perAddressLimit = { name: 'sign_in_address', points: 100, seconds: 15 * 60 }
/** Across all IP addresses: an attacker with many gets no more guesses at one account. */
const perAccountEverywhereLimit = { name: 'sign_in_everywhere', points: 50, seconds: 3600 }

/** The same message, after the same time, for a wrong password and an unknown address. */
const wrongCredentials = () => new AppError('WrongCredentials', 401, 'That email and password don’t match.')

export interface SignInRequest extends SigningInBrowser {
  clientIp: string
  /** For finding out roughly where it is. */
  sender?: Sender
}

/** Signed in, or asked for a second step in the same browser. */
type SignInResult = { sessionToken: string } | { pendingToken: string }

/**
 * Returns the token of a new session, or one for the second step of those who need one. Attempts are limited by account and IP address, and by account across all addresses. A browser
 * that the agent has used before has its own limit, so strangers who guess cannot lock the owner out.
 */
export async function signIn(
  services: Services,
  { email, password }: Credentials,
  visit: SignInRequest,
): Promise<SignInResult> {
  const {
    database: { db },
    limits,
    deferred,
  } = services
  const here = `${email} ${rateLimitKey(visit.clientIp)}`
  await limits.spendByAddress(perAddressLimit, visit.clientIp)
  await limits.spend(perAccountLimit, here)

  const { agent, knownDevice, needsSecondStep } = await findAgent(db, email, visit.deviceToken)
  const everywhere = knownDevice ? `${email} ${knownDevice}` : email
  await limits.spend(perAccountEverywhereLimit, everywhere)
  const isRight = await verifyPassword(password, agent?.password)
  if (!agent || !isRight || agent.archivedAt) {
    // After the response, which must take as long as for an unknown address.
    if (agent) deferred.defer(() => writeHourlyAudit(db, agent.id, 'sign_in_failed'))
    throw wrongCredentials()
  }

  await limits.forgive(perAccountLimit, here)
  await limits.forgive(perAccountEverywhereLimit, everywhere)
  if (needsRehash(agent.password))
    await db
      .update(user)
      .set({ password: await hashPassword(password) })
      .where(eq(user.id, agent.id))
  if (needsSecondStep) return { pendingToken: await startPendingSignIn(db, agent.id, visit.deviceToken) }
  return db.transaction(async (tx) => {
    await notifyOfNewBrowser(services, tx, agent, visit)
    return { sessionToken: await openSession(tx, agent.id, visit) }
  })
}

/** Emails the agent about a browser that is new to the account. */
export async function notifyOfNewBrowser(services: Services, tx: Db, agent: User, visit: SignInRequest) {
  const place = visit.sender ? placeText(await services.visitors.findPlace(visit.sender)) : ''
  const seen = { userAgent: visit.userAgent, place }
  if (await rememberDevice(tx, agent.id, visit.deviceToken, seen))
    await emailNewSignIn(services, tx, agent, visit, place)
}

async function findAgent(db: Db, email: string, deviceToken: string) {
  // A passkey that nothing requires is asked for in new browsers only: it may be on another device.
  const isNewBrowser = isNull(knownDevice.tokenHash)
  const [found] = await db
    .select({
      agent: user,
      knownDevice: knownDevice.tokenHash,
      needsSecondStep: sql<boolean>`(${needsSecondStep(user.id)} or (${isNewBrowser} and ${hasPasskey(user.id)}))`,
    })
    .from(user)
    .leftJoin(knownDevice, and(eq(knownDevice.userId, user.id), eq(knownDevice.tokenHash, hashToken(deviceToken))))
    .where(eq(user.email, email))
  return { agent: found?.agent, knownDevice: found?.knownDevice, needsSecondStep: found?.needsSecondStep }
}

async function emailNewSignIn(services: Services, tx: Db, agent: User, visit: SignInRequest, place: string) {
  const { mailer, env } = services
  const { timeZone } = await readSettings(tx, agent)
  const value = await issueToken(tx, 'not_me', agent.id, hashToken(visit.deviceToken), NOT_ME_DAYS * DAY_MS)
  const facts = {
    device: describeDevice(visit.userAgent).device,
    moment: emailDateTime(new Date(), timeZone),
    place,
    link: `${env.APP_URL}/not-me/${value}`,
    days: NOT_ME_DAYS,
    appUrl: env.APP_URL,
  }
  await mailer.post(tx, { to: agent.email, ...newSignInEmail(facts) })
}

/** The browser that makes the current request, for signing in with it. */
export const currentSignInRequest = (clientIp: string): SignInRequest => ({
  clientIp,
  sender: { clientIp, peer: currentRequest().peer, headers: getRequestHeaders() },
  userAgent: getRequestHeader('user-agent') ?? '',
  oldToken: readSessionCookie(),
  deviceToken: readDeviceCookie() || newToken(),
})

/** The same with its sign-in that waits for a second step, if any. */
export const pendingSignInRequest = (clientIp: string) => ({
  ...currentSignInRequest(clientIp),
  pendingToken: readPendingCookie(),
})

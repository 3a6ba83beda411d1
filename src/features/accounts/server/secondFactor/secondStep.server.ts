import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { knownDevice } from '#db/schema/accounts.ts'
import { writeAudit, writeHourlyAudit } from '#features/audit/writeAudit.server.ts'
import { hashToken, type User } from '#platform/auth/sessions.server.ts'
import { invalidInput } from '#platform/errors.ts'
import { rateLimitKey } from '#platform/http/ipAddresses.server.ts'
import type { Services } from '#platform/services.server.ts'
import { DAY_SECONDS } from '#values/time.ts'
import { codesGuessedEmail, recoveryCodeUsedEmail } from '../../secondFactor/secondFactor.emails.tsx'
import { type SecondStep, secondStepExpired, type TypedStep } from '../../secondFactor/secondFactor.schema.ts'
import { openSession } from '../credentials/agentSessions.server.ts'
import { linkIdentity } from '../credentials/identities/linkIdentity.server.ts'
import { beginPasskeyStep as begin, verifyPasskeyStep } from '../credentials/passkeys/signInWithPasskey.server.ts'
import { notifyOfNewBrowser, type SignInRequest } from '../credentials/signIn.server.ts'
import { endRecovery } from './accountRecovery.server.ts'
import { lockUser, spendAuthenticatorCode, wrongCode } from './authenticators.server.ts'
import { endPendingSignIn, findPendingAgent, type PendingBrowser } from './pendingSignIns.server.ts'
import { countRecoveryCodes, spendRecoveryCode } from './recoveryCodes.server.ts'
import { readOwnFactors } from './secondFactors.server.ts'

const perAddressLimit = { name: 'second_step_address', points: 100, seconds: 15 * 60 }
const perAccountLimit = { name: 'second_step', points: 5, seconds: 15 * 60 }
/** Three of a million codes are right at any time. Over all addresses, 30 guesses a day find one in 90 years on average. */
const perAccountEverywhereLimit = { name: 'second_step_everywhere', points: 30, seconds: DAY_SECONDS }
/** Nobody guesses one of these. Their own limit, so that someone who guesses codes does not lock out who has lost the phone. */
const recoveryCodeLimit = { name: 'recovery_code', points: 10, seconds: 15 * 60 }
const warningsPerAgent = { name: 'second_step_warning', points: 1, seconds: DAY_SECONDS }

export interface SecondStepRequest extends SignInRequest, PendingBrowser {}

/** What the page of the second step shows. Null when no sign-in is pending in this browser. */
export async function readSecondStep(db: Db, browser: PendingBrowser) {
  const agent = await findPendingAgent(db, browser)
  return agent ? { email: agent.email, ...(await readOwnFactors(db, agent.id)) } : null
}

/** A challenge for one of the passkeys of the agent whose sign-in is pending in this browser. */
export async function beginPasskeyStep(services: Services, visit: SecondStepRequest) {
  const agent = await findPendingAgent(services.database.db, visit)
  if (!agent) throw secondStepExpired()
  return begin(services, agent, browserHash(visit), visit.clientIp)
}

const browserHash = ({ pendingToken = '' }: PendingBrowser) => hashToken(pendingToken)

/** Returns the token of a new session for the browser that has entered the right password before. */
export async function finishSecondStep(services: Services, step: SecondStep, visit: SecondStepRequest) {
  const { database, limits } = services
  await limits.spendByAddress(perAddressLimit, visit.clientIp)
  const agent = await findPendingAgent(database.db, visit)
  if (!agent) throw secondStepExpired()
  const finish = async (tx: Db) => {
    const ended = await endPendingSignIn(tx, visit)
    if (!ended) throw secondStepExpired()
    if (ended.identity) await linkIdentity(services, tx, agent.id, ended.identity)
    await endRecovery(services, tx, agent)
    await notifyOfNewBrowser(services, tx, agent, visit)
    return openSession(tx, agent.id, visit)
  }
  if (step.kind === 'passkey')
    return verifyPasskeyStep(services, { agent, browserHash: browserHash(visit) }, step.passkey, finish)
  const attempts = await countAttempt(services, agent, step, visit)
  const token = await database.db.transaction(async (tx) => {
    await lockUser(tx, agent.id)
    return (await spendSecondStepCode(tx, services, agent, step)) ? finish(tx) : undefined
  })
  if (!token) {
    await reportWrongCode(services, agent, attempts.isLast)
    throw step.kind === 'code' ? wrongCode() : wrongRecoveryCode()
  }
  await attempts.forgive()
  return token
}

export const wrongRecoveryCode = () => invalidInput({ code: 'That code isn’t right, or it has been used already.' })

/** By account and address, and by account over all addresses. A browser that the agent has used before has its own counter. */
async function countAttempt(
  { limits, database: { db } }: Services,
  agent: User,
  { kind }: TypedStep,
  { clientIp, deviceToken }: SignInRequest,
) {
  const here = `${agent.id} ${rateLimitKey(clientIp)}`
  if (kind === 'recoveryCode') {
    await limits.spend(recoveryCodeLimit, here)
    return { isLast: false, forgive: () => limits.forgive(recoveryCodeLimit, here) }
  }
  const first = await limits.spend(perAccountLimit, here)
  const tokenHash = hashToken(deviceToken)
  const isKnown = await db.$count(
    knownDevice,
    and(eq(knownDevice.userId, agent.id), eq(knownDevice.tokenHash, tokenHash)),
  )
  const everywhere = isKnown > 0 ? `${agent.id} ${tokenHash}` : agent.id
  const second = await limits.spend(perAccountEverywhereLimit, everywhere)
  return {
    isLast: first.remaining === 0 || second.remaining === 0,
    async forgive() {
      await limits.forgive(perAccountLimit, here)
      await limits.forgive(perAccountEverywhereLimit, everywhere)
    },
  }
}

/** A code of an app, or a recovery code, which the account is told about. */
export async function spendSecondStepCode(tx: Db, services: Services, agent: User, { kind, code }: TypedStep) {
  if (kind === 'code') return spendAuthenticatorCode(tx, services, agent.id, code)
  if (!(await spendRecoveryCode(tx, agent.id, code))) return false
  const { mailer, env } = services
  await writeAudit(tx, { id: agent.id }, 'recovery_code_used', {})
  await mailer.post(tx, {
    to: agent.email,
    ...recoveryCodeUsedEmail(await countRecoveryCodes(tx, agent.id), env.APP_URL),
  })
  return true
}

/** Only someone who has the password gets this far, so after several wrong codes the agent is told, once a day. */
async function reportWrongCode({ database, limits, mailer, env }: Services, agent: User, isLast: boolean) {
  await writeHourlyAudit(database.db, agent.id, 'second_step_failed')
  if (isLast && (await limits.isWithin(warningsPerAgent, agent.id)))
    await mailer.post(database.db, { to: agent.email, ...codesGuessedEmail(env.APP_URL) })
}

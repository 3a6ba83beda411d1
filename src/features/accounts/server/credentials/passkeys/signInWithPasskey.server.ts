import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { user } from '#db/schema/accounts.ts'
import { passkey } from '#db/schema/signInMethods.ts'
import { writeHourlyAudit } from '#features/audit/writeAudit.server.ts'
import { requireProof, requireProofBesidePassword } from '#platform/auth/proof.ts'
import type { SignedInAgent, User } from '#platform/auth/sessions.server.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { DAY_SECONDS } from '#values/time.ts'
import { passkeyCopiedEmail } from '../../../passkeys/passkeys.emails.tsx'
import { CHALLENGE_MS, type PasskeyAssertion, type PasswordOrPasskey } from '../../../passkeys/passkeys.schema.ts'
import { endRecovery } from '../../secondFactor/accountRecovery.server.ts'
import { lockUser } from '../../secondFactor/authenticators.server.ts'
import { openSession } from '../agentSessions.server.ts'
import { NO_PASSWORD, requirePassword } from '../passwords/passwordHashing.server.ts'
import { notifyOfNewBrowser, type SignInRequest } from '../signIn.server.ts'
import { type ChallengeUse, consumeChallenge, issueChallenge } from './challenges.server.ts'
import { checkAssertion, dummyKey, readChallenge, relyingPartyId } from './verifyPasskeys.server.ts'

const challengesPerAddress = { name: 'passkey_challenge', points: 300, seconds: 15 * 60 }
const signInsPerAddress = { name: 'passkey_sign_in', points: 100, seconds: 15 * 60 }
const proofsPerAgent = { name: 'passkey_proof', points: 20, seconds: 15 * 60 }
/** A thief who goes on trying must not fill the agent's inbox. */
const copyEmailsPerPasskey = { name: 'passkey_copied', points: 1, seconds: DAY_SECONDS }

const SIGN_IN_REFUSED = 'We couldn’t sign you in with that passkey. Try another, or use your password.'
const PROOF_REFUSED = 'That passkey didn’t work here. Try another one.'
/** The same for an unknown passkey, another site’s, a wrong signature, a copy, and an account that is closed. */
const wrongPasskey = (message: string) => new AppError('WrongPasskey', 401, message)

type Passkey = typeof passkey.$inferSelect

/** What the browser hands to the passkeys on it. Without a list of passkeys, it offers every one for our site. */
const requestOptions = (services: Services, challenge: string, allowed: Passkey[] = []) => ({
  challenge,
  rpId: relyingPartyId(services.env),
  timeout: CHALLENGE_MS,
  userVerification: 'required' as const,
  allowCredentials: allowed.map(({ credentialId, transports }) => ({
    id: credentialId,
    type: 'public-key' as const,
    transports,
  })),
})

/** `browserHash` is of a cookie that the browser gets with the answer. */
export async function beginPasskeySignIn(services: Services, browserHash: string, clientIp: string) {
  await services.limits.spendByAddress(challengesPerAddress, clientIp)
  const challenge = await issueChallenge(services.database.db, { purpose: 'sign_in', browserHash })
  return requestOptions(services, challenge)
}

/** Returns the token of a new session. The passkey says whose. */
export async function signInWithPasskey(
  services: Services,
  assertion: PasskeyAssertion,
  browserHash: string,
  visit: SignInRequest,
) {
  await services.limits.spendByAddress(signInsPerAddress, visit.clientIp)
  return usePasskey(services, assertion, {
    challenge: { purpose: 'sign_in', browserHash },
    refusal: SIGN_IN_REFUSED,
    // Without a list of passkeys, the device says whose it is.
    isExpected: ({ userId }) => readHandle(assertion) === userId,
    onRight: async (tx, agent) => {
      await endRecovery(services, tx, agent)
      await notifyOfNewBrowser(services, tx, agent, visit)
      return openSession(tx, agent.id, visit)
    },
  })
}

export async function beginPasskeyProof(services: Services, { agent, sessionHash }: SignedInAgent) {
  await services.limits.spend(proofsPerAgent, agent.id)
  return requestOwnPasskey(services, agent, { purpose: 'proof', browserHash: sessionHash })
}

/** After the password, for the agent whose sign-in is pending in this browser. */
export async function beginPasskeyStep(services: Services, agent: User, browserHash: string, clientIp: string) {
  await services.limits.spendByAddress(challengesPerAddress, clientIp)
  return requestOwnPasskey(services, agent, { purpose: 'second_step', browserHash })
}

async function requestOwnPasskey(services: Services, agent: User, use: ChallengeUse) {
  const { db } = services.database
  const own = await db.select().from(passkey).where(eq(passkey.userId, agent.id))
  return requestOptions(services, await issueChallenge(db, use), own)
}

/** Calls `onRight` with the transaction that counts the use. Throws if the passkey is not one of the agent's. */
export function verifyPasskeyStep<T>(
  services: Services,
  { agent, browserHash }: { agent: User; browserHash: string },
  assertion: PasskeyAssertion,
  onRight: (tx: Db) => Promise<T>,
) {
  return usePasskey(services, assertion, {
    challenge: { purpose: 'second_step', browserHash },
    refusal: PROOF_REFUSED,
    isExpected: isOwn(agent, assertion),
    onRight,
  })
}

/** Proves, with a passkey of theirs and in this session, that it is the agent who is here now. Throws if it does not. */
export async function verifyPasskeyProof(
  services: Services,
  { agent, sessionHash }: { agent: User; sessionHash: string },
  assertion: PasskeyAssertion,
) {
  await usePasskey(services, assertion, {
    challenge: { purpose: 'proof', browserHash: sessionHash },
    refusal: PROOF_REFUSED,
    isExpected: isOwn(agent, assertion),
    onRight: async () => undefined,
  })
}

/** For actions that need more than an open session, because someone else may use the browser: the password or a passkey. */
export async function requirePasswordOrPasskey(
  services: Services,
  session: SignedInAgent,
  { password = '', passkey }: PasswordOrPasskey,
) {
  if (passkey) return verifyPasskeyProof(services, session, passkey)
  // Someone who signs in with Google or Microsoft only has just proved it there.
  if (session.agent.password === NO_PASSWORD && !password) return requireProof(session)
  requireProofBesidePassword(session)
  await requirePassword(services, session.agent, password, 'password')
}

const isOwn = (agent: User, assertion: PasskeyAssertion) => (found: Passkey) =>
  found.userId === agent.id && (readHandle(assertion) ?? agent.id) === agent.id

const readHandle = ({ userHandle }: PasskeyAssertion) => userHandle && Buffer.from(userHandle, 'base64url').toString()

interface PasskeyUse<T> {
  challenge: ChallengeUse
  /** What someone reads whose passkey is refused. */
  refusal: string
  /** Whether it is a passkey of the one who is asked for. */
  isExpected: (found: Passkey) => boolean
  /** In the transaction that counts the use. */
  onRight: (tx: Db, agent: User) => Promise<T>
}

/** A known and an unknown passkey take the same path and time. */
async function usePasskey<T>(services: Services, assertion: PasskeyAssertion, use: PasskeyUse<T>) {
  const {
    database: { db },
    deferred,
    env,
  } = services
  const challenge = (await readChallenge(assertion.clientDataJSON)) ?? ''
  await consumeChallenge(db, use.challenge, challenge)
  const found = await findPasskey(db, assertion.id)
  const checked = await checkAssertion(env, assertion, challenge, found?.passkey ?? dummyKey())
  if (!found || !checked || found.agent.archivedAt || !use.isExpected(found.passkey)) {
    // After the response, which must take as long as for an unknown passkey.
    if (found) deferred.defer(() => writeHourlyAudit(db, found.agent.id, 'passkey_refused'))
    throw wrongPasskey(use.refusal)
  }
  const outcome = await db.transaction(async (tx) => {
    await lockUser(tx, found.agent.id)
    const state = await countUse(tx, found.passkey.id, checked)
    if (state !== 'used') return { state }
    return { state, result: await use.onRight(tx, found.agent) }
  })
  if (outcome.state === 'used') return outcome.result
  if (outcome.state === 'copied') await reportCopy(services, found)
  throw wrongPasskey(use.refusal)
}

async function findPasskey(db: Db, credentialId: string) {
  const [found] = await db
    .select({ passkey, agent: user })
    .from(passkey)
    .innerJoin(user, eq(user.id, passkey.userId))
    .where(eq(passkey.credentialId, credentialId))
  return found
}

/** Locked, so that of two answers with the same count one is refused. */
async function countUse(tx: Db, id: string, { counter, isBackedUp }: { counter: number; isBackedUp: boolean }) {
  const [stored] = await tx.select().from(passkey).where(eq(passkey.id, id)).for('no key update')
  if (!stored) return 'removed' as const
  const counts = counter > 0 || stored.counter > 0
  if (counts && counter <= stored.counter) return 'copied' as const
  await tx.update(passkey).set({ counter, isBackedUp, lastUsedAt: now }).where(eq(passkey.id, id))
  return 'used' as const
}

/** The device has counted less than we have seen, so a second one has the same key. */
async function reportCopy(services: Services, { passkey: { id, name }, agent }: { passkey: Passkey; agent: User }) {
  const { database, limits, mailer, env } = services
  const isFirst = await limits.isWithin(copyEmailsPerPasskey, id)
  await database.db.transaction(async (tx) => {
    await writeHourlyAudit(tx, agent.id, 'passkey_copied')
    if (isFirst) await mailer.post(tx, { to: agent.email, ...passkeyCopiedEmail(name, env.APP_URL) })
  })
}

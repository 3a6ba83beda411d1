import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { passkey } from '#db/schema/signInMethods.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import type { SignedInAgent, User } from '#platform/auth/sessions.server.ts'
import { AppError, conflict, notFound } from '#platform/errors.ts'
import { describeDevice } from '#platform/events/userAgent.server.ts'
import type { Services } from '#platform/services.server.ts'
import { nameOrEmail } from '#ui/format/format.ts'
import { passwordChangedEmail } from '../../../accounts.emails.tsx'
import { passkeyAddedEmail, passkeyRemovedEmail, passwordRemovedEmail } from '../../../passkeys/passkeys.emails.tsx'
import {
  CHALLENGE_MS,
  MAX_PASSKEYS,
  type NewPasskey,
  type PasswordOrPasskey,
} from '../../../passkeys/passkeys.schema.ts'
import { requireSecondFactorLeft } from '../../secondFactor/authenticators.server.ts'
import { revokeOtherSessions } from '../agentSessions.server.ts'
import { voidTokens } from '../emailedTokens.server.ts'
import { canSignIn } from '../identities/manageIdentities.server.ts'
import { hashPassword, NO_PASSWORD } from '../passwords/passwordHashing.server.ts'
import { consumeChallenge, issueChallenge } from './challenges.server.ts'
import { requirePasswordOrPasskey } from './signInWithPasskey.server.ts'
import { checkNewPasskey, readChallenge, relyingPartyId, SIGNATURE_ALGORITHMS } from './verifyPasskeys.server.ts'

const additionsPerAgent = { name: 'passkey_added', points: 20, seconds: 3600 }

const refusedPasskey = () =>
  new AppError('RefusedPasskey', 422, 'We couldn’t add that passkey. Nothing has changed. Please try again.')

/** The agent’s passkeys, the oldest first. */
export async function listPasskeys(db: Db, agent: User) {
  const rows = await db.select().from(passkey).where(eq(passkey.userId, agent.id)).orderBy(asc(passkey.createdAt))
  return rows.map(({ id, credentialId, name, deviceType, createdAt, lastUsedAt }) => ({
    ...{ id, credentialId, name, createdAt, lastUsedAt },
    /** In a password manager, which has it on all of the agent’s devices. */
    isSynced: deviceType === 'multiDevice',
  }))
}

/** What the browser needs to create one. Someone who hasn’t proved that they are the agent gets no challenge. */
export async function beginPasskey(services: Services, session: SignedInAgent, proof: PasswordOrPasskey) {
  const { database, limits, env } = services
  const { agent, sessionHash } = session
  await requirePasswordOrPasskey(services, session, proof)
  await limits.spend(additionsPerAgent, agent.id)
  const own = await database.db.select().from(passkey).where(eq(passkey.userId, agent.id))
  requireRoom(own.length)
  return {
    challenge: await issueChallenge(database.db, { purpose: 'add', browserHash: sessionHash }),
    rp: { id: relyingPartyId(env), name: 'Property Files' },
    user: {
      id: Buffer.from(agent.id).toString('base64url'),
      name: agent.email,
      displayName: nameOrEmail(agent),
    },
    pubKeyCredParams: SIGNATURE_ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: CHALLENGE_MS,
    // A device that has one already does not get a second.
    excludeCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key' as const,
      transports,
    })),
    authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
    attestation: 'none' as const,
  }
}

/** Stores the passkey under a name that the agent can change. */
export async function addPasskey(
  { database: { db }, mailer, env }: Services,
  { agent, sessionHash }: SignedInAgent,
  created: NewPasskey,
  userAgent: string,
) {
  const challenge = (await readChallenge(created.clientDataJSON)) ?? ''
  await consumeChallenge(db, { purpose: 'add', browserHash: sessionHash }, challenge)
  const checked = await checkNewPasskey(env, created, challenge)
  if (!checked) throw refusedPasskey()
  const { model, ...key } = checked
  const { device } = describeDevice(userAgent)
  return db.transaction(async (tx) => {
    await lockUser(tx, agent)
    requireRoom(await tx.$count(passkey, eq(passkey.userId, agent.id)))
    const name = proposePasskeyName(model, device).slice(0, 60)
    const [added] = await tx
      .insert(passkey)
      .values({ ...key, userId: agent.id, name, transports: created.transports })
      // Of this account or of another: anyone who has it can sign in with it, so it stays theirs.
      .onConflictDoNothing()
      .returning({ id: passkey.id, name: passkey.name })
    if (!added) throw refusedPasskey()
    await writeAudit(tx, { id: agent.id }, 'passkey_added', { name })
    await mailer.post(tx, { to: agent.email, ...passkeyAddedEmail(name, device, env.APP_URL) })
    return added
  })
}

export async function renamePasskey(db: Db, agent: User, id: string, name: string) {
  const renamed = await db.update(passkey).set({ name }).where(isOwn(agent, id)).returning({ id: passkey.id })
  if (renamed.length === 0) throw notFound()
}

/** Also ends the agent's other sessions: someone else may have signed in with it. */
export const removePasskey = ({ database: { db }, mailer, env }: Services, session: SignedInAgent, id: string) =>
  db.transaction(async (tx) => {
    const { agent, sessionHash } = session
    const locked = await lockUser(tx, agent)
    const [removed] = await tx.delete(passkey).where(isOwn(agent, id)).returning({ name: passkey.name })
    if (!removed) throw notFound()
    if (!(await canSignIn(tx, env, locked)))
      throw conflict('This is your only way to sign in. Create a password or add another passkey first.')
    await requireSecondFactorLeft(tx, agent.id)
    await writeAudit(tx, { id: agent.id }, 'passkey_removed', { name: removed.name })
    await revokeOtherSessions(tx, agent, sessionHash)
    await mailer.post(tx, { to: locked.email, ...passkeyRemovedEmail(removed.name, env.APP_URL) })
  })

/** From here on the agent signs in with passkeys only. Someone who can read their email can still create a password. */
export async function removePassword(services: Services, session: SignedInAgent, proof: PasswordOrPasskey) {
  const { database, mailer, env } = services
  const { agent, sessionHash } = session
  // Only with a passkey: the one that the agent signs in with from now on has just worked.
  await requirePasswordOrPasskey(services, session, proof)
  await database.db.transaction(async (tx) => {
    const { password } = await lockUser(tx, agent)
    if (password === NO_PASSWORD) return
    if ((await tx.$count(passkey, eq(passkey.userId, agent.id))) === 0) throw conflict('Please add a passkey first.')
    await tx.update(user).set({ password: NO_PASSWORD }).where(eq(user.id, agent.id))
    await writeAudit(tx, { id: agent.id }, 'password_removed', {})
    await endOtherAccess(tx, agent, sessionHash)
    await mailer.post(tx, { to: agent.email, ...passwordRemovedEmail(env.APP_URL) })
  })
}

/** For an account without one. */
export async function createPassword(
  services: Services,
  session: SignedInAgent,
  newPassword: string,
  proof: PasswordOrPasskey,
) {
  const { database, mailer, env } = services
  const { agent, sessionHash } = session
  await requirePasswordOrPasskey(services, session, proof)
  const password = await hashPassword(newPassword)
  await database.db.transaction(async (tx) => {
    if ((await lockUser(tx, agent)).password !== NO_PASSWORD)
      throw conflict('Your account has a password already. Reload the page to change it.')
    await tx.update(user).set({ password }).where(eq(user.id, agent.id))
    await writeAudit(tx, { id: agent.id }, 'password_changed', {})
    await endOtherAccess(tx, agent, sessionHash)
    await mailer.post(tx, { to: agent.email, ...passwordChangedEmail(env.APP_URL) })
  })
}

/** As a change of the password does. */
async function endOtherAccess(tx: Db, agent: User, sessionHash: string) {
  await revokeOtherSessions(tx, agent, sessionHash)
  await voidTokens(tx, 'reset_password', agent.id)
  await voidTokens(tx, 'change_email', agent.id)
  await voidTokens(tx, 'link_identity', agent.id)
}

/** Two changes at once must not leave the account without a way to sign in. */
async function lockUser(tx: Db, { id }: User) {
  const [locked] = await tx.select().from(user).where(eq(user.id, id)).for('no key update')
  if (!locked) throw notFound()
  return locked
}

const isOwn = (agent: User, id: string) => and(eq(passkey.id, id), eq(passkey.userId, agent.id))

function requireRoom(count: number) {
  if (count >= MAX_PASSKEYS)
    throw conflict(`You have ${MAX_PASSKEYS} passkeys, the most you can have. Remove one first.`)
}

/** Password managers and systems by the number that they give their passkeys, for a name that the agent recognises. */
const models: Record<string, string> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'Apple Passwords',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': 'NordPass',
}

/** The name of the password manager, or else of the browser in which the passkey was added. */
const proposePasskeyName = (model: string, device: string) => models[model] ?? device

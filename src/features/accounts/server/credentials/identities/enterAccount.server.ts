import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { session, user } from '#db/schema/accounts.ts'
import { identity } from '#db/schema/signInMethods.ts'
import { needsSecondStep } from '#platform/auth/secondFactors.server.ts'
import { hashToken, type User } from '#platform/auth/sessions.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { NewIdentity, VisitOutcome } from '#values/identityProviders.ts'
import { returnPath } from '../../../returnPath.ts'
import { startPendingSignIn } from '../../secondFactor/pendingSignIns.server.ts'
import { openSession } from '../agentSessions.server.ts'
import { notifyOfNewBrowser, type SignInRequest } from '../signIn.server.ts'
import { confirmAddressOwner, isSameIdentity, linkIdentity } from './linkIdentity.server.ts'

/** What the browser gets that came back from a provider. */
export interface Arrival {
  location: string
  sessionToken?: string
  /** Of a sign-in whose second step is missing. */
  pendingToken?: string
}

/** Nothing has changed, and a page says why. */
export class ProviderVisitError extends Error {
  override name = 'VisitFailed'
  readonly outcome: VisitOutcome
  constructor(outcome: VisitOutcome) {
    super(`A visit to a sign-in provider ended: ${outcome}`)
    this.outcome = outcome
  }
}

export interface AccountEntry {
  visit: SignInRequest
  from?: string
  /** Whether it shows that it is the agent who sits there: at the provider someone may still be signed in. */
  isProof: boolean
  /** What has to happen in the same transaction, first. */
  consume?: (tx: Db) => Promise<unknown>
}

/** Links the identity if it is new, and opens a session, or asks for the second step of those who have an authenticator app. */
export async function enterAccount(
  services: Services,
  agent: User,
  { provider, issuer, subject, email }: NewIdentity,
  { visit, from, isProof, consume }: AccountEntry,
): Promise<Arrival> {
  const found = { provider, issuer, subject, email }
  return services.database.db.transaction(async (tx) => {
    const locked = await lockOpenAccount(tx, agent.id)
    await consume?.(tx)
    const isKnown = await markIdentityUsed(tx, agent.id, found)
    if (locked.needsSecondStep) {
      const pendingToken = await startPendingSignIn(tx, agent.id, visit.deviceToken, isKnown ? undefined : found)
      return { location: from ? `/login/code?${new URLSearchParams({ from })}` : '/login/code', pendingToken }
    }
    await confirmAddressOwner(tx, locked.agent)
    if (!isKnown && (await linkIdentity(services, tx, agent.id, found)) !== agent.id)
      throw new ProviderVisitError('taken')
    await notifyOfNewBrowser(services, tx, locked.agent, visit)
    const sessionToken = await openSession(tx, agent.id, visit)
    if (!isProof)
      await tx
        .update(session)
        .set({ provenAt: null })
        .where(eq(session.tokenHash, hashToken(sessionToken)))
    return { location: returnPath(from), sessionToken }
  })
}

/** The account may have been closed since it was found. */
export async function lockOpenAccount(tx: Db, userId: string) {
  const [agent] = await tx.select().from(user).where(eq(user.id, userId)).for('no key update')
  if (!agent || agent.archivedAt) throw new ProviderVisitError('unknown')
  const [found] = await tx
    .select({ needsSecondStep: needsSecondStep(userId) })
    .from(user)
    .where(eq(user.id, userId))
  return { agent, needsSecondStep: found?.needsSecondStep === true }
}

/** Returns whether it is linked to this agent. */
export async function markIdentityUsed(tx: Db, userId: string, used: Pick<NewIdentity, 'issuer' | 'subject'>) {
  const counted = await tx
    .update(identity)
    .set({ lastUsedAt: now })
    .where(and(isSameIdentity(used), eq(identity.userId, userId)))
    .returning({ id: identity.id })
  return counted.length > 0
}

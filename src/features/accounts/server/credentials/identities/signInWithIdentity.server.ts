import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { identity } from '#db/schema/signInMethods.ts'
import { markProven, type SignedInAgent } from '#platform/auth/sessions.server.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import type { VisitOutcome } from '#values/identityProviders.ts'
import { MINUTE_MS } from '#values/time.ts'
import { returnPath } from '../../../returnPath.ts'
import { openSession, rememberDevice } from '../agentSessions.server.ts'
import { consumeToken, requireToken } from '../emailedTokens.server.ts'
import type { SignInRequest } from '../signIn.server.ts'
import { emailIdentityLink } from './emailedLink.server.ts'
import {
  type Arrival,
  enterAccount,
  lockOpenAccount,
  markIdentityUsed,
  ProviderVisitError,
} from './enterAccount.server.ts'
import type { IdentityRequest } from './identityRequests.server.ts'
import { confirmAddressOwner, isSameIdentity, linkIdentity } from './linkIdentity.server.ts'
import type { ProvenIdentity } from './providers.server.ts'

/** Clocks differ. */
const CLOCK_TOLERANCE_MS = MINUTE_MS

/** Whether they have signed in at the provider since they left for it, and were not only still signed in there. */
const hasSignedInThere = ({ authTime }: ProvenIdentity, { startedAt }: Pick<IdentityRequest, 'startedAt'>) =>
  authTime !== undefined && authTime * 1000 >= startedAt - CLOCK_TOLERANCE_MS

/**
 * Signs in to the account that this identity is linked to. Otherwise to the one with its address, if the provider knows that the address is theirs; if
 * not, a link is emailed to it. That says nothing about who has an account, because the provider lets people claim any address.
 */
export async function signInWithIdentity(
  services: Services,
  person: ProvenIdentity,
  request: IdentityRequest,
  visit: SignInRequest,
): Promise<Arrival> {
  const { db } = services.database
  const [known] = await db
    .select({ agent: user })
    .from(identity)
    .innerJoin(user, eq(user.id, identity.userId))
    .where(isSameIdentity(person))
  if (!known && !person.isEmailVerified) {
    if (!person.email) throw new ProviderVisitError('unknown')
    await emailIdentityLink(services, person, { browserHash: request.browserHash, from: request.from }, visit.clientIp)
    throw new ProviderVisitError('inbox')
  }
  const agent = known?.agent ?? (await findByEmail(db, person.email))
  if (!agent || agent.archivedAt) throw new ProviderVisitError('unknown')
  return enterAccount(services, agent, person, {
    visit,
    from: request.from,
    isProof: hasSignedInThere(person, request),
  })
}

async function findByEmail(db: Db, email: string) {
  const [found] = await db.select().from(user).where(eq(user.email, email))
  return found
}

/** For someone who is signed in, and has just proved that it is them. The address there may be another. */
export async function addToAccount(services: Services, { agent }: SignedInAgent, person: ProvenIdentity) {
  const { db } = services.database
  const owner = await db
    .transaction(async (tx) => {
      await lockOpenAccount(tx, agent.id)
      return linkIdentity(services, tx, agent.id, person)
    })
    .catch((error) => {
      throw error instanceof AppError && error.status === 409 ? new ProviderVisitError('full') : error
    })
  if (owner !== agent.id) throw new ProviderVisitError('taken')
  return 'added' as const
}

/** Proves that it is the agent who is at the open session: they have signed in again at a provider that is linked to their account. */
export async function proveWithIdentity(
  { database: { db } }: Services,
  { agent, sessionHash, needsSecondStep }: SignedInAgent,
  person: ProvenIdentity,
  request: IdentityRequest,
) {
  // As with the password: a second step is for when the rest was stolen.
  if (needsSecondStep) throw new ProviderVisitError('refused')
  if (!hasSignedInThere(person, request)) throw new ProviderVisitError('not-recent')
  if (!(await markIdentityUsed(db, agent.id, person))) throw new ProviderVisitError('not-yours')
  await markProven(db, sessionHash)
  return 'proven' as const
}

/** The first link of an account has been emailed to its address, so it may be another address at the provider. */
export async function acceptFirstLink(
  services: Services,
  person: ProvenIdentity,
  { linkSecret = '' }: IdentityRequest,
  visit: SignInRequest,
): Promise<Arrival> {
  const { db } = services.database
  const { userId } = await requireToken(db, 'create_password', linkSecret).catch(failWith('dead-link'))
  return db.transaction(async (tx) => {
    const { agent } = await lockOpenAccount(tx, userId)
    await consumeToken(tx, 'create_password', linkSecret).catch(failWith('dead-link'))
    await confirmAddressOwner(tx, agent)
    if ((await linkIdentity(services, tx, userId, person)) !== userId) throw new ProviderVisitError('taken')
    await rememberDevice(tx, userId, visit.deviceToken, visit)
    return { location: returnPath(undefined), sessionToken: await openSession(tx, userId, visit) }
  })
}

/** Makes the account of an invited person, and calls `onCreated` in the same transaction. Returns the token of their session. */
export type AcceptInvitation = (
  services: Services,
  invited: { key: string; firstName: string; lastName: string },
  visit: SignInRequest,
  onCreated: (tx: Db, userId: string) => Promise<unknown>,
) => Promise<string>

/** The same for an invitation into an agency, by someone without an account. */
export async function joinWithIdentity(
  services: Services,
  person: ProvenIdentity,
  { linkSecret = '' }: IdentityRequest,
  visit: SignInRequest,
  acceptInvitation: AcceptInvitation,
): Promise<Arrival> {
  const { firstName, lastName } = person
  const sessionToken = await acceptInvitation(
    services,
    { key: linkSecret, firstName, lastName },
    visit,
    async (tx, id) => {
      if ((await linkIdentity(services, tx, id, person)) !== id) throw new ProviderVisitError('taken')
    },
  ).catch((error) => {
    // The page of the invitation says what has become of it.
    throw error instanceof AppError && [400, 409].includes(error.status) ? new ProviderVisitError('dead-link') : error
  })
  return { location: returnPath(undefined), sessionToken }
}

const failWith = (outcome: VisitOutcome) => (error: unknown) => {
  throw error instanceof AppError && error.status === 400 ? new ProviderVisitError(outcome) : error
}

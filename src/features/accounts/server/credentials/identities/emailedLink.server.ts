import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { user } from '#db/schema/accounts.ts'
import { hashToken } from '#platform/auth/sessions.server.ts'
import { AppError, conflict } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { mayEmailVisitor } from '#platform/mail/visitorEmailLimits.server.ts'
import type { Services } from '#platform/services.server.ts'
import { identityProviders, type NewIdentity } from '#values/identityProviders.ts'
import { MINUTE_MS } from '#values/time.ts'
import { identityLinkEmail } from '../../../identities/identities.emails.tsx'
import { LINK_MINUTES } from '../../../identities/identities.schema.ts'
import { consumeToken, expiredLink, issueToken, requireToken } from '../emailedTokens.server.ts'
import type { SignInRequest } from '../signIn.server.ts'
import { enterAccount, ProviderVisitError } from './enterAccount.server.ts'

const linksPerAddress = { name: 'identity_link', points: 20, seconds: 15 * 60 }

const Sealed = z.strictObject({ sealed: z.string() })
const LinkedLater = z.object({
  identity: z.object({
    provider: z.enum(identityProviders),
    issuer: z.string(),
    subject: z.string(),
    email: z.string(),
  }),
  /** The link works in this browser only. */
  browserHash: z.string(),
  from: z.string().optional(),
})

/** For an address that the provider does not vouch for. Known and unknown addresses take the same path: a background job looks the account up later. */
export async function emailIdentityLink(
  services: Services,
  { provider, issuer, subject, email }: NewIdentity,
  browser: { browserHash: string; from?: string },
  clientIp: string,
) {
  const { jobs, database, seal } = services
  if (!(await mayEmailVisitor(services, { to: email, recipient: 'passwordReset', clientIp }))) return
  const identity = { provider, issuer, subject, email }
  await jobs.enqueue(database.db, sendIdentityLinkJob, { sealed: seal.close({ identity, ...browser }) })
}

export const sendIdentityLinkJob: Job<z.infer<typeof Sealed>, Services> = {
  name: 'send_identity_link',
  data: Sealed,
  async work(services, { sealed }) {
    const { database, mailer, seal, env } = services
    const later = LinkedLater.parse(seal.open(sealed))
    const { email, provider } = later.identity
    const [agent] = await database.db.select().from(user).where(eq(user.email, email))
    if (!agent || agent.archivedAt) return
    // As with the password: until its owner confirms it, the address counts as a stranger's.
    if (!agent.emailVerified && !(await mayEmailVisitor(services, { to: email, recipient: 'unproven' }))) return
    await database.db.transaction(async (tx) => {
      // Locked until the link is stored, so that a concurrent change of the address voids it.
      const [owner] = await tx.select().from(user).where(eq(user.email, email)).for('share')
      if (!owner) return
      const value = await issueToken(tx, 'link_identity', owner.id, JSON.stringify(later), LINK_MINUTES * MINUTE_MS)
      await mailer.post(tx, { to: email, ...identityLinkEmail(provider, `${env.APP_URL}/login/link/${value}`) })
    })
  },
}

const otherBrowser = () =>
  new AppError(
    'OtherBrowser',
    403,
    'Please open this link in the browser you started in. Or sign in another way, and link the account in your settings.',
  )

/** The click on the page of the emailed link. `browser` is a cookie that only this browser has. */
export async function confirmEmailedIdentityLink(
  services: Services,
  value: string,
  browser: string,
  visit: SignInRequest,
) {
  const { db } = services.database
  await services.limits.spendByAddress(linksPerAddress, visit.clientIp)
  const { userId, subject } = await requireToken(db, 'link_identity', value)
  const { identity, browserHash, from } = LinkedLater.parse(JSON.parse(subject ?? '{}'))
  if (hashToken(browser) !== browserHash) throw otherBrowser()
  const [agent] = await db.select().from(user).where(eq(user.id, userId))
  if (!agent || agent.archivedAt) throw expiredLink()
  return enterAccount(services, agent, identity, {
    ...{ visit, from },
    // They have shown that they read the account's email, as those do who reset the password, and nothing else.
    isProof: false,
    consume: (tx) => consumeToken(tx, 'link_identity', value),
  }).catch((error) => {
    if (!(error instanceof ProviderVisitError)) throw error
    throw error.outcome === 'taken' ? conflict('That account already signs someone else in here.') : expiredLink()
  })
}

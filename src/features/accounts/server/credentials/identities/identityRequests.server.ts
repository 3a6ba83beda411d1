import { and, eq, gt, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '#db/client.server.ts'
import { fromNow, now } from '#db/clock.server.ts'
import { identityRequest } from '#db/schema/signInMethods.ts'
import { hashToken, newToken } from '#platform/auth/sessions.server.ts'
import { createSeal } from '#platform/secrets/seal.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { IdentityProvider } from '#values/identityProviders.ts'
import { VISIT_MS } from '../../../identities/identities.schema.ts'
import type { VisitSecrets } from './providers.server.ts'

type Purpose = (typeof identityRequest.$inferSelect)['purpose']

export interface NewRequest {
  provider: IdentityProvider
  purpose: Purpose
  /** Of the browser that asked. */
  browserHash: string
  /** Where it goes after signing in. */
  from?: string
  /** Of the emailed link that was opened: an invitation, or the first one of an account. */
  linkSecret?: string
}

const Details = z.object({
  nonce: z.string(),
  verifier: z.string(),
  startedAt: z.number(),
  from: z.optional(z.string()),
  linkSecret: z.optional(z.string()),
})

export interface IdentityRequest extends z.infer<typeof Details> {
  provider: IdentityProvider
  purpose: Purpose
  browserHash: string
}

const sealFor = ({ env }: Pick<Services, 'env'>) => createSeal(env.APP_SECRET, 'identity request')

/** Returns what the browser takes to the provider. */
export async function storeRequest(
  services: Pick<Services, 'env' | 'database'>,
  { from, linkSecret, ...request }: NewRequest,
) {
  const secrets: VisitSecrets = { state: newToken(), nonce: newToken(), verifier: newToken() }
  const { nonce, verifier } = secrets
  await services.database.db.insert(identityRequest).values({
    ...request,
    stateHash: hashToken(secrets.state),
    sealed: sealFor(services).close({ nonce, verifier, startedAt: Date.now(), from, linkSecret }),
    expiresAt: fromNow(VISIT_MS),
  })
  return secrets
}

/** Atomic, and before anything else is checked: whatever comes of it, a request is answered once, in the browser that made it. */
export async function consumeRequest(
  services: Pick<Services, 'env'>,
  db: Db,
  state: string,
  browserHashes: string[],
): Promise<IdentityRequest | undefined> {
  const [used] = await db
    .delete(identityRequest)
    .where(
      and(
        eq(identityRequest.stateHash, hashToken(state)),
        inArray(identityRequest.browserHash, browserHashes),
        gt(identityRequest.expiresAt, now),
      ),
    )
    .returning()
  if (!used) return undefined
  const { provider, purpose, browserHash, sealed } = used
  return { provider, purpose, browserHash, ...Details.parse(sealFor(services).open(sealed)) }
}

import * as z from 'zod/mini'
import { identityProviders } from '#values/identityProviders.ts'
import { MINUTE_MS } from '#values/time.ts'
import { isOwnPath } from '../returnPath.ts'

/** With `zod/mini`, as the other schemas of accounts. */

/** How long someone may take at Google or Microsoft. */
export const VISIT_MS = 10 * MINUTE_MS
/** How long the emailed link works that shows whose address it is. */
export const LINK_MINUTES = 60
export const MAX_IDENTITIES = 10

const Provider = z.enum(identityProviders, 'Please select Google or Microsoft')
const Secret = z.string().check(z.minLength(1), z.maxLength(200))
const OwnPath = z.string().check(z.maxLength(2_000), z.refine(isOwnPath, 'Not a page of this site'))

/** To sign in, to accept an invitation into an agency, or instead of the first password of an account. */
export const IdentityVisit = z.discriminatedUnion('purpose', [
  z.strictObject({ purpose: z.literal('sign_in'), provider: Provider, from: z.optional(OwnPath) }),
  z.strictObject({ purpose: z.literal('join'), provider: Provider, linkSecret: Secret }),
  z.strictObject({ purpose: z.literal('first_password'), provider: Provider, linkSecret: Secret }),
])
export type IdentityVisit = z.infer<typeof IdentityVisit>

export const ProviderInput = z.strictObject({ provider: Provider })
export const IdentityIdInput = z.strictObject({ id: z.string().check(z.regex(/^idty_[0-9a-z]{16}$/)) })
export const IdentityLinkInput = z.strictObject({ token: Secret })

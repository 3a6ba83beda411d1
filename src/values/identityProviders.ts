/** Whom agents can sign in with, besides their password and passkeys. */
export const identityProviders = ['google', 'microsoft'] as const
export type IdentityProvider = (typeof identityProviders)[number]
export const providerNames: Record<IdentityProvider, string> = { google: 'Google', microsoft: 'Microsoft' }
export const providerName = (provider: unknown) =>
  Object.entries(providerNames).find(([one]) => one === provider)?.[1] ?? 'A sign-in provider'

/** Who a provider says someone is. */
export interface NewIdentity {
  provider: IdentityProvider
  issuer: string
  subject: string
  email: string
}

/** What came of a visit to a provider, for the page to which the browser comes back. */
export const visitOutcomes = [
  ...(['added', 'proven', 'inbox', 'cancelled', 'expired', 'refused', 'away', 'unknown', 'taken', 'full'] as const),
  ...(['not-recent', 'not-yours', 'dead-link'] as const),
] as const
export type VisitOutcome = (typeof visitOutcomes)[number]

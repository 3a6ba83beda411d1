import { choiceParam } from '#platform/input/searchParams.ts'
import {
  type IdentityProvider,
  identityProviders,
  type VisitOutcome,
  visitOutcomes,
} from '#values/identityProviders.ts'

/** In the address of the page to which a browser comes back from Google or Microsoft. */
export interface ProviderVisitResult {
  provider?: IdentityProvider
  outcome?: VisitOutcome
}

/** From the search parameters of a page. Both are there, or none. */
export function readProviderVisitResult(
  search: { [Name in keyof ProviderVisitResult]?: unknown },
): ProviderVisitResult {
  const provider = choiceParam(search.provider, identityProviders, undefined)
  const outcome = choiceParam(search.outcome, visitOutcomes, undefined)
  return provider && outcome ? { provider, outcome } : {}
}

/** The address of one of our pages, which then says what came of the visit. */
export function withOutcome(path: string, provider: IdentityProvider, outcome: VisitOutcome) {
  const url = new URL(path, 'https://own.invalid')
  url.searchParams.set('provider', provider)
  url.searchParams.set('outcome', outcome)
  return url.pathname + url.search + url.hash
}

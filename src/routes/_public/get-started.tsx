import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { fetchIsSignedIn } from '#features/accounts/accounts.functions.ts'
import { pricingQuery } from '#features/billing/billing.functions.ts'
import { TrialStart } from '#features/billing/TrialStart.tsx'
import { type Trouble, troubleNames } from '#features/billing/troubles.ts'
import { GetStartedPage } from '#marketing/GetStartedPage.tsx'
import { loadOptional } from '#platform/optionalData.ts'
import { oneOf } from '#platform/searchPart.ts'
import { publicHead } from '#ui/titles.ts'

export const Route = createFileRoute('/_public/get-started')({
  validateSearch: ({ plan, trouble }: { plan?: string; trouble?: Trouble } & SearchSchemaInput) => ({
    plan: typeof plan === 'string' ? plan : undefined,
    trouble: oneOf(trouble, troubleNames, undefined),
  }),
  loader: async ({ context: { queryClient } }) => {
    const [isSignedIn] = await Promise.all([
      // Not knowing is no reason to keep the plans from anybody.
      loadOptional(() => fetchIsSignedIn().catch(() => false)),
      loadOptional(() => queryClient.prefetchQuery(pricingQuery)),
    ])
    return { isSignedIn, isPriceMissing: queryClient.getQueryState(pricingQuery.queryKey)?.status === 'error' }
  },
  head: () =>
    publicHead('Start your free trial', 'Try Property Files free for 30 days, with a 30-day money-back guarantee.'),
  component: GetStarted,
})

function GetStarted() {
  const { plan, trouble } = Route.useSearch()
  const known = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const choose = (word: string) =>
    navigate({ search: { plan: word, trouble }, replace: true, resetScroll: false, hash: true })
  return <GetStartedPage start={<TrialStart chosen={plan} onChoose={choose} trouble={trouble} {...known} />} />
}

import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { fetchIsSignedIn } from '#features/accounts/accounts.functions.ts'
import { pricingQuery } from '#features/billing/billing.functions.ts'
import { type CheckoutError, checkoutErrorNames } from '#features/billing/billing.schema.ts'
import { TrialStart } from '#features/billing/public/TrialStart.tsx'
import { GetStartedPage } from '#marketing/pages/GetStartedPage.tsx'
import { loadOptional } from '#platform/http/pageContext.ts'
import { choiceParam } from '#platform/input/searchParams.ts'
import { publicHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/_public/get-started')({
  validateSearch: ({ plan, checkoutError }: { plan?: string; checkoutError?: CheckoutError } & SearchSchemaInput) => ({
    plan: typeof plan === 'string' ? plan : undefined,
    checkoutError: choiceParam(checkoutError, checkoutErrorNames, undefined),
  }),
  loader: async ({ context: { queryClient } }) => {
    const [isSignedIn] = await Promise.all([
      // The plans are shown even when this fails.
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
  const { plan, checkoutError } = Route.useSearch()
  const known = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const choose = (slug: string) =>
    navigate({ search: { plan: slug, checkoutError }, replace: true, resetScroll: false, hash: true })
  return (
    <GetStartedPage start={<TrialStart chosen={plan} onChoose={choose} checkoutError={checkoutError} {...known} />} />
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { pricingQuery } from '#features/billing/billing.functions.ts'
import { PricingOffer } from '#features/billing/public/PlanPicker.tsx'
import { marketingHead } from '#marketing/marketingPages.ts'
import { PricingPage } from '#marketing/PricingPage.tsx'
import { loadOptional } from '#platform/http/loadOptional.ts'

export const Route = createFileRoute('/_marketing/pricing')({
  // Never fails: without a price the rest of the page is still worth reading.
  loader: async ({ context: { queryClient } }) => {
    await loadOptional(() => queryClient.prefetchQuery(pricingQuery))
    return { isPriceMissing: queryClient.getQueryState(pricingQuery.queryKey)?.status === 'error' }
  },
  head: ({ matches }) =>
    marketingHead(matches, {
      name: 'pricing',
      title: 'Pricing · Property Files',
      description:
        'One plan with everything included: 30-day free trial and 30-day money-back guarantee. Buyers never pay.',
    }),
  component: Pricing,
})

function Pricing() {
  return <PricingPage offer={<PricingOffer {...Route.useLoaderData()} />} />
}

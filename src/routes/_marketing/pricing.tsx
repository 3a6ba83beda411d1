import { createFileRoute } from '@tanstack/react-router'
import { fetchPricing } from '#features/billing/billing.functions.ts'
import { marketingHead } from '#marketing/marketingPages.ts'
import { PricingPage } from '#marketing/pages/PricingPage.tsx'
import { loadOptional } from '#platform/http/pageContext.ts'
import { Island } from '#ui/staticPage/Island.tsx'
import PricingIsland from '../-islands/PricingIsland.tsx'

export const Route = createFileRoute('/_marketing/pricing')({
  // Never fails: without a price the rest of the page is still worth reading.
  loader: async () => ({ pricing: await loadOptional(() => fetchPricing().catch(() => null)) }),
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
  return <PricingPage offer={<Island name="pricing" component={PricingIsland} props={Route.useLoaderData()} />} />
}

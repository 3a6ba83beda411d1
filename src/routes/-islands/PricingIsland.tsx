import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { pricingQuery } from '#features/billing/billing.functions.ts'
import type { Pricing } from '#features/billing/billing.schema.ts'
import { PricingOffer } from '#features/billing/public/PlanPicker.tsx'
import { createQueryClient } from '#platform/serverFunctions/queryClient.ts'

/** The plans on the pricing page. Null if the price could not be read. */
export default function PricingIsland({ pricing }: { pricing: Pricing | null }) {
  const [queryClient] = useState(() => {
    const client = createQueryClient()
    if (pricing) client.setQueryData(pricingQuery.queryKey, pricing)
    return client
  })
  return (
    <QueryClientProvider client={queryClient}>
      <PricingOffer isPriceMissing={!pricing} />
    </QueryClientProvider>
  )
}

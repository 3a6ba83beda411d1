import { createFileRoute } from '@tanstack/react-router'
import { PricingPage } from '#marketing/PricingPage.tsx'
import { publicHead } from '#ui/titles.ts'

export const Route = createFileRoute('/_marketing/pricing')({
  head: () =>
    publicHead(
      'Pricing',
      'One plan with everything included: 30-day free trial and 30-day money-back guarantee. Buyers never pay.',
    ),
  component: PricingPage,
})

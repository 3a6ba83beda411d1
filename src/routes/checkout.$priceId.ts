import { createFileRoute } from '@tanstack/react-router'
import { redirectToCheckout } from '#features/billing/server/stripeLinks.server.ts'

/** Redirects to Stripe's checkout page. */
export const Route = createFileRoute('/checkout/$priceId')({
  server: { handlers: { GET: ({ params }) => redirectToCheckout(params.priceId) } },
})

import { createFileRoute } from '@tanstack/react-router'
import { redirectToBillingPortal } from '#features/billing/server/stripeLinks.server.ts'

/** Redirects to Stripe's own pages for card, invoices and cancelling. */
export const Route = createFileRoute('/portal/billing')({
  server: { handlers: { GET: () => redirectToBillingPortal() } },
})

import { createFileRoute } from '@tanstack/react-router'
import { visitBillingPortal } from '#features/billing/doors.server.ts'

/** On to the payment provider's own pages: card, invoices, cancelling. */
export const Route = createFileRoute('/portal/billing')({
  server: { handlers: { GET: () => visitBillingPortal() } },
})

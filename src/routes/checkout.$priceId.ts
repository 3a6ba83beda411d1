import { createFileRoute } from '@tanstack/react-router'
import { visitCheckout } from '#features/billing/doors.server.ts'

/** On to the payment provider's checkout page. */
export const Route = createFileRoute('/checkout/$priceId')({
  server: { handlers: { GET: ({ params }) => visitCheckout(params.priceId) } },
})

import { createFileRoute } from '@tanstack/react-router'
import { receiveWebhook } from '#features/billing/server/stripeWebhook.server.ts'

/** Where Stripe sends its webhooks. */
export const Route = createFileRoute('/webhooks/stripe')({
  server: { handlers: { POST: ({ request }) => receiveWebhook(request) } },
})

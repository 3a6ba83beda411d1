import { createFileRoute } from '@tanstack/react-router'
import { receiveWebhook } from '#features/billing/doors.server.ts'

/** Where the payment provider tells what happened. */
export const Route = createFileRoute('/webhooks/stripe')({
  server: { handlers: { POST: ({ request }) => receiveWebhook(request) } },
})

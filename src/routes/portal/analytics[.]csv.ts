import { createFileRoute } from '@tanstack/react-router'
import { serveEventsCsv } from '#features/analytics/server/listEvents.server.ts'

/** The activity log as CSV. */
export const Route = createFileRoute('/portal/analytics.csv')({
  server: { handlers: { GET: ({ request }) => serveEventsCsv(request.url) } },
})

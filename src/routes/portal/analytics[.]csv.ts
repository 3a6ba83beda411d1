import { createFileRoute } from '@tanstack/react-router'
import { serveEventsCsv } from '#features/analytics/export/serveEventsCsv.server.ts'

/** Events as a table for a spreadsheet. */
export const Route = createFileRoute('/portal/analytics.csv')({
  server: { handlers: { GET: ({ request }) => serveEventsCsv(request.url) } },
})

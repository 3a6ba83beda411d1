import { createFileRoute } from '@tanstack/react-router'
import { serveLeadsCsv } from '#features/leads/server/leadsCsv.server.ts'

/** Leads as CSV. */
export const Route = createFileRoute('/portal/leads.csv')({
  server: { handlers: { GET: ({ request }) => serveLeadsCsv(request.url) } },
})

import { createFileRoute } from '@tanstack/react-router'
import { serveLeadsCsv } from '#features/leads/server/leadsCsv.server.ts'

/** Leads as a table for a spreadsheet. */
export const Route = createFileRoute('/portal/leads.csv')({
  server: { handlers: { GET: ({ request }) => serveLeadsCsv(request.url) } },
})

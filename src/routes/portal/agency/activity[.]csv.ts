import { createFileRoute } from '@tanstack/react-router'
import { serveAgencyAuditCsv } from '#features/audit/agencyAudit.server.ts'

/** The agency's activity as CSV. */
export const Route = createFileRoute('/portal/agency/activity.csv')({
  server: { handlers: { GET: ({ request }) => serveAgencyAuditCsv(request.url) } },
})

import { createFileRoute } from '@tanstack/react-router'
import { serveAgentsCsv } from '#features/analytics/server/agentFigures.server.ts'

/** The agency's agents side by side as CSV. */
export const Route = createFileRoute('/portal/agents.csv')({
  server: { handlers: { GET: ({ request }) => serveAgentsCsv(request.url) } },
})

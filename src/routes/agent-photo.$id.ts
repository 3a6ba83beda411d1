import { createFileRoute } from '@tanstack/react-router'
import { serveAgentPhoto } from '#features/accounts/server/settings.server.ts'

/** The photo on an agent's public card. */
export const Route = createFileRoute('/agent-photo/$id')({
  server: { handlers: { GET: ({ params }) => serveAgentPhoto(params.id) } },
})

import { createFileRoute } from '@tanstack/react-router'

/** Liveness: the process responds. Ignores the database, because a restart would not help. */
export const Route = createFileRoute('/healthz')({
  server: { handlers: { GET: () => Response.json({ status: 'alive' }) } },
})

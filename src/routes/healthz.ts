import { createFileRoute } from '@tanstack/react-router'

/** Alive: the process answers. Says nothing about the database, so that a restart is not tried in vain. */
export const Route = createFileRoute('/healthz')({
  server: { handlers: { GET: () => Response.json({ status: 'alive' }) } },
})

import { createFileRoute } from '@tanstack/react-router'
import { serveExport } from '#features/accounts/server/export/dataExport.server.ts'

/** The zip with all data of the signed-in agent. */
export const Route = createFileRoute('/portal/exports/$id')({
  server: { handlers: { GET: ({ params }) => serveExport(params.id) } },
})

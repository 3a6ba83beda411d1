import { createFileRoute } from '@tanstack/react-router'
import { serveDocument } from '#features/leads/server/documents/serveDocument.server.ts'

/** The bytes of a document, for a buyer who has opened it. */
export const Route = createFileRoute('/documents/$id')({
  server: { handlers: { GET: ({ request, params }) => serveDocument(request, params.id) } },
})

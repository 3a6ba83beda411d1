import { createFileRoute } from '@tanstack/react-router'
import { serveDocumentPage } from '#features/leads/server/documents/serveDocument.server.ts'

/** A page of a view-only document as a picture. */
export const Route = createFileRoute('/documents/$id_/pages/$page')({
  server: { handlers: { GET: ({ request, params }) => serveDocumentPage(request, params.id, params.page) } },
})

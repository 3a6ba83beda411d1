import { createFileRoute } from '@tanstack/react-router'
import { serveDocumentText } from '#features/leads/server/documents/serveDocument.server.ts'

/** The text of a view-only document from one page on, for the search. */
export const Route = createFileRoute('/documents/$id_/text/$page')({
  server: { handlers: { GET: ({ request, params }) => serveDocumentText(request, params.id, params.page) } },
})

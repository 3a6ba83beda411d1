import { createFileRoute } from '@tanstack/react-router'
import { serveDocumentsZip } from '#features/leads/server/documents/documentsZip.server.ts'

/** All documents of a listing, for a buyer who has left their details. */
export const Route = createFileRoute('/listings/$id_/documents.zip')({
  server: { handlers: { GET: ({ params }) => serveDocumentsZip(params.id) } },
})

import { createFileRoute } from '@tanstack/react-router'
import { servePicture } from '#features/files/server/serveFiles.server.ts'

/** Photos of listings, and first pages of documents for their agent. */
export const Route = createFileRoute('/photos/$id/$width')({
  server: { handlers: { GET: ({ params }) => servePicture(params.id, params.width) } },
})

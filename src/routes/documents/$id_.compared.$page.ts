import { createFileRoute } from '@tanstack/react-router'
import { serveComparedPage } from '#features/leads/server/changes/comparedPages.server.ts'

/** A scanned page before or after a change, as a picture. */
export const Route = createFileRoute('/documents/$id_/compared/$page')({
  server: { handlers: { GET: ({ request, params }) => serveComparedPage(request, params.id, params.page) } },
})

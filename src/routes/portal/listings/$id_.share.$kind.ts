import { createFileRoute } from '@tanstack/react-router'
import { serveShareFile } from '#features/listings/server/qrCodeAndPoster.server.ts'

/** The QR code and the poster of one of the signed-in agent's listings. */
export const Route = createFileRoute('/portal/listings/$id_/share/$kind')({
  server: { handlers: { GET: ({ params: { id, kind }, request }) => serveShareFile(id, kind, request.url) } },
})

import { createFileRoute } from '@tanstack/react-router'
import { serveSharePicture } from '#features/listings/server/sharePictures.server.ts'

/** The picture that social networks show beside a link to a listing. */
export const Route = createFileRoute('/listings/$id_/preview.jpg')({
  server: { handlers: { GET: ({ params }) => serveSharePicture(params.id) } },
})

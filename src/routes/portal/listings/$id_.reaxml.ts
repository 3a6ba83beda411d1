import { createFileRoute } from '@tanstack/react-router'
import { serveListingReaxml } from '#features/listings/server/listingReaxml.server.ts'

/** One of the signed-in agent's listings as REAXML, for another portal or CRM. */
export const Route = createFileRoute('/portal/listings/$id_/reaxml')({
  server: { handlers: { GET: ({ params: { id } }) => serveListingReaxml(id) } },
})

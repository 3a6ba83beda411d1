import { createFileRoute } from '@tanstack/react-router'
import { serveListingsCsv } from '#features/listings/server/listingsCsv.server.ts'

/** Listings and their facts as CSV. */
export const Route = createFileRoute('/portal/listings.csv')({
  server: { handlers: { GET: ({ request }) => serveListingsCsv(request.url) } },
})

import { createFileRoute } from '@tanstack/react-router'
import { serveVendorPdfForAgent } from '#features/vendors/server/vendorPage.server.ts'

/** The vendor report of one of the signed-in agent's listings. */
export const Route = createFileRoute('/portal/listings/$id_/vendor-report.pdf')({
  server: { handlers: { GET: ({ params: { id } }) => serveVendorPdfForAgent(id) } },
})

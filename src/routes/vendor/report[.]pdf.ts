import { createFileRoute } from '@tanstack/react-router'
import { serveVendorPdf } from '#features/vendors/server/vendorPage.server.ts'

/** The report as a PDF, for the holder of a vendor's private link. */
export const Route = createFileRoute('/vendor/report.pdf')({
  server: { handlers: { GET: ({ request }) => serveVendorPdf(request.url) } },
})

import { createFileRoute } from '@tanstack/react-router'
import { VendorEmailsPage } from '#features/vendors/public/VendorEmailsPage.tsx'
import { respondToVendorUnsubscribe } from '#features/vendors/server/vendorEmailChoice.server.ts'
import { publicHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/_public/unsubscribe/vendors/$key')({
  server: { handlers: { POST: ({ params }) => respondToVendorUnsubscribe(params.key) } },
  head: () => {
    const { meta } = publicHead('Weekly emails about a sale')
    // The server sets this header too, but not for client-side navigation.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }] }
  },
  component: VendorEmails,
})

function VendorEmails() {
  const { key } = Route.useParams()
  return <VendorEmailsPage emailKey={key} />
}

import { createFileRoute } from '@tanstack/react-router'
import { HeldCheckoutPage } from '#features/billing/public/HeldCheckoutPage.tsx'
import { publicHead } from '#ui/layout/pageTitle.ts'

/** Opening this page changes nothing: email scanners follow links too. */
export const Route = createFileRoute('/_public/confirm-checkout/$token')({
  head: () => {
    const { meta } = publicHead('Confirm your subscription')
    // The server sets this header too, but not for client-side navigation.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }] }
  },
  component: ConfirmCheckout,
})

function ConfirmCheckout() {
  const { token } = Route.useParams()
  return <HeldCheckoutPage token={token} />
}

import { createFileRoute } from '@tanstack/react-router'
import { ThankYouPage } from '#features/billing/public/ThankYouPage.tsx'
import { publicHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/_public/thank-you/$sessionId')({
  head: () => publicHead('Thank you'),
  component: ThankYou,
})

function ThankYou() {
  const { sessionId } = Route.useParams()
  return <ThankYouPage sessionId={sessionId} />
}

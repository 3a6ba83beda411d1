import { createFileRoute } from '@tanstack/react-router'
import { ThankYou } from '#features/billing/public/ThankYou.tsx'
import { publicHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/_public/thank-you/$sessionId')({
  head: () => publicHead('Thank you'),
  component: ThankYouPage,
})

function ThankYouPage() {
  const { sessionId } = Route.useParams()
  return <ThankYou sessionId={sessionId} />
}

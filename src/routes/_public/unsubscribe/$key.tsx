import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribePage } from '#features/accounts/public/UnsubscribePage.tsx'
import { respondToOneClickUnsubscribe } from '#features/accounts/server/emailChoice.server.ts'
import { publicHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/_public/unsubscribe/$key')({
  server: { handlers: { POST: ({ params }) => respondToOneClickUnsubscribe(params.key) } },
  head: () => {
    const { meta } = publicHead('Email notifications')
    // The server sets this header too, but not for client-side navigation.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }] }
  },
  component: Unsubscribe,
})

function Unsubscribe() {
  const { key } = Route.useParams()
  return <UnsubscribePage emailKey={key} />
}

import { createFileRoute } from '@tanstack/react-router'
import { MessageEmailsPage } from '#features/messages/public/MessageEmailsPage.tsx'
import { respondToMessagesUnsubscribe } from '#features/messages/server/messageEmailChoice.server.ts'
import { publicHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/_public/unsubscribe/messages/$key')({
  server: { handlers: { POST: ({ params }) => respondToMessagesUnsubscribe(params.key) } },
  head: () => {
    const { meta } = publicHead('Messages from an agency')
    // The server sets this header too, but not for client-side navigation.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }] }
  },
  component: MessageEmails,
})

function MessageEmails() {
  const { key } = Route.useParams()
  return <MessageEmailsPage emailKey={key} />
}

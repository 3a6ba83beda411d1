import { createFileRoute } from '@tanstack/react-router'
import { DocumentChangeEmailsPage } from '#features/leads/public/changes/DocumentChangeEmailsPage.tsx'
import { respondToChangeEmailsUnsubscribe } from '#features/leads/server/changes/documentChangeEmails.server.ts'
import { publicHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/_public/unsubscribe/changes/$key')({
  server: { handlers: { POST: ({ params }) => respondToChangeEmailsUnsubscribe(params.key) } },
  head: () => {
    const { meta } = publicHead('Emails about changed documents')
    // The server sets this header too, but not for client-side navigation.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }] }
  },
  component: ChangeEmails,
})

function ChangeEmails() {
  const { key } = Route.useParams()
  return <DocumentChangeEmailsPage emailKey={key} />
}

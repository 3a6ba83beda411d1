import { createFileRoute } from '@tanstack/react-router'
import { ChangeEmailsPage } from '#features/leads/public/changes/ChangeEmailsPage.tsx'
import { respondToChangeEmailsUnsubscribe } from '#features/leads/server/changes/changeEmails.server.ts'
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
  return <ChangeEmailsPage emailKey={key} />
}

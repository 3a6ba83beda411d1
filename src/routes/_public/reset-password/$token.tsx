import { createFileRoute } from '@tanstack/react-router'
import { NewPasswordPage } from '#features/accounts/public/NewPasswordPage.tsx'
import { publicHead } from '#ui/layout/pageTitle.ts'

/** Opening this page sends nothing to the server: email scanners follow links too, and must not use up the link. */
export const Route = createFileRoute('/_public/reset-password/$token')({
  validateSearch: ({ first }: { first?: unknown }): { first?: true } => (first === true ? { first } : {}),
  head: ({ match }) => {
    const { meta } = publicHead(match.search.first ? 'Create your password' : 'Set a new password')
    // The server sets this header too, but not for client-side navigation.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }] }
  },
  component: ResetPassword,
})

function ResetPassword() {
  const { token } = Route.useParams()
  const { first = false } = Route.useSearch()
  return <NewPasswordPage token={token} isFirst={first} />
}

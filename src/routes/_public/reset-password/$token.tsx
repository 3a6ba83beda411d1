import { createFileRoute } from '@tanstack/react-router'
import { NewPasswordPage } from '#features/accounts/public/NewPasswordPage.tsx'
import { publicHead } from '#ui/layout/pageTitle.ts'

/** Opening this page asks the server nothing: email scanners follow links too, and must not use this one up. */
export const Route = createFileRoute('/_public/reset-password/$token')({
  validateSearch: ({ first }: { first?: unknown }): { first?: true } => (first === true ? { first } : {}),
  head: ({ match }) => {
    const { meta } = publicHead(match.search.first ? 'Create your password' : 'Set a new password')
    // The server says so as well, but not to somebody who comes here from another page of the application.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }] }
  },
  component: ResetPassword,
})

function ResetPassword() {
  const { token } = Route.useParams()
  const { first = false } = Route.useSearch()
  return <NewPasswordPage token={token} isFirst={first} />
}

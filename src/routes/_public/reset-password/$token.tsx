import { createFileRoute } from '@tanstack/react-router'
import { fetchPasswordLink } from '#features/accounts/accounts.functions.ts'
import type { PasswordLink } from '#features/accounts/accounts.schema.ts'
import { type ProviderVisitResult, readProviderVisitResult } from '#features/accounts/providerVisitResult.ts'
import { NewPasswordPage } from '#features/accounts/public/NewPasswordPage.tsx'
import { loadOptional } from '#platform/http/pageContext.ts'
import { publicHead } from '#ui/layout/pageTitle.ts'

/** Opening this page changes nothing: email scanners follow links too, and must not use up the link. */
export const Route = createFileRoute('/_public/reset-password/$token')({
  validateSearch: ({
    first,
    ...visit
  }: { first?: unknown } & ProviderVisitResult): { first?: true } & ProviderVisitResult => ({
    ...(first === true && { first }),
    ...readProviderVisitResult(visit),
  }),
  loader: ({ params: { token } }): Promise<PasswordLink> =>
    // Without a response the form is shown, and sending it says whether the link works.
    loadOptional(() => fetchPasswordLink({ data: { token } })).catch(() => ({ state: 'open' })),
  head: ({ match, loaderData }) => {
    const task = match.search.first ? 'Create your password' : 'Set a new password'
    const { meta } = publicHead(loaderData?.state === 'expired' ? 'This link has expired' : task)
    // The server sets this header too, but not for client-side navigation.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }] }
  },
  component: ResetPassword,
})

function ResetPassword() {
  const { token } = Route.useParams()
  const { first = false, ...visit } = Route.useSearch()
  const { state, signedInAs } = Route.useLoaderData()
  return <NewPasswordPage token={token} isFirst={first} visit={visit} state={state} signedInAs={signedInAs} />
}

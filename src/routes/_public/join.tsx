import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type ProviderVisitResult, readProviderVisitResult } from '#features/accounts/providerVisitResult.ts'
import { memberInvitationQuery } from '#features/agencies/join.functions.ts'
import { JoinPage } from '#features/agencies/public/JoinPage.tsx'
import { publicHead } from '#ui/layout/pageTitle.ts'

const MAX_KEY_LENGTH = 200

/** The page of an emailed invitation. Opening it changes nothing: email scanners follow links too. */
export const Route = createFileRoute('/_public/join')({
  // An empty key is not accepted, so a link without one gets the answer that any unknown key gets.
  validateSearch: ({ key, ...visit }: { key?: unknown } & ProviderVisitResult) => ({
    key: String(key ?? '').slice(0, MAX_KEY_LENGTH) || 'none',
    ...readProviderVisitResult(visit),
  }),
  loaderDeps: ({ search: { key } }) => ({ key }),
  loader: ({ context: { queryClient }, deps: { key } }) => queryClient.ensureQueryData(memberInvitationQuery(key)),
  head: () => {
    const { meta } = publicHead('Join your colleagues')
    // The server sets the referrer policy too, but not for client-side navigation.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }, { name: 'robots', content: 'noindex' }] }
  },
  component: Join,
})

function Join() {
  const { key, ...visit } = Route.useSearch()
  const { data } = useSuspenseQuery(memberInvitationQuery(key))
  return <JoinPage invitationKey={key} invitation={data} visit={visit} />
}

import { createFileRoute, redirect } from '@tanstack/react-router'
import { idleLockQuery } from '#features/accounts/devices.functions.ts'
import { LockedPage } from '#features/accounts/public/LockedPage.tsx'
import { isOwnPath, returnPath } from '#features/accounts/returnPath.ts'
import { proofOptionsQuery } from '#features/accounts/secondFactor/secondFactor.functions.ts'
import { isNotSignedIn } from '#platform/auth/sessionEndListeners.ts'
import { publicHead } from '#ui/layout/pageTitle.ts'

/** Where a page of the portal leads that is opened while the session is locked. */
export const Route = createFileRoute('/_public/locked')({
  validateSearch: ({ from }: { from?: unknown }): { from?: string } => (isOwnPath(from) ? { from } : {}),
  loaderDeps: ({ search: { from } }) => ({ from }),
  loader: async ({ context: { queryClient }, deps: { from } }) => {
    try {
      const [{ isLocked }] = await Promise.all([
        queryClient.fetchQuery(idleLockQuery),
        queryClient.prefetchQuery(proofOptionsQuery),
      ])
      if (!isLocked) throw redirect({ href: returnPath(from), reloadDocument: true })
    } catch (error) {
      throw isNotSignedIn(error) ? redirect({ to: '/login', search: { from: returnPath(from) } }) : error
    }
  },
  head: () => publicHead('Locked'),
  component: Locked,
})

function Locked() {
  return <LockedPage from={Route.useSearch().from} />
}

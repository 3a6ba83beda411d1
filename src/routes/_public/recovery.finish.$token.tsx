import { createFileRoute } from '@tanstack/react-router'
import { FinishRecoveryPage } from '#features/accounts/public/RecoveryPages.tsx'
import { publicHead } from '#ui/layout/pageTitle.ts'

/** Opening this page changes nothing: email scanners follow links too. */
export const Route = createFileRoute('/_public/recovery/finish/$token')({
  head: () => {
    const { meta } = publicHead('Get back in')
    // The server sets this header too, but not for client-side navigation.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }] }
  },
  component: FinishRecovery,
})

function FinishRecovery() {
  return <FinishRecoveryPage token={Route.useParams().token} />
}

import { createFileRoute } from '@tanstack/react-router'
import { StopRecoveryPage } from '#features/accounts/public/RecoveryPages.tsx'
import { recoveryQuery } from '#features/accounts/secondFactor/recovery.functions.ts'
import { publicHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/_public/recovery/stop/$key')({
  loader: ({ context: { queryClient }, params: { key } }) => queryClient.ensureQueryData(recoveryQuery(key)),
  head: () => {
    const { meta } = publicHead('Stop a request')
    // The server sets this header too, but not for client-side navigation.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }] }
  },
  component: StopRecovery,
})

function StopRecovery() {
  return <StopRecoveryPage linkKey={Route.useParams().key} />
}

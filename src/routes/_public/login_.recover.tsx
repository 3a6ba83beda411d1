import { createFileRoute, redirect } from '@tanstack/react-router'
import { StartRecoveryPage } from '#features/accounts/public/RecoveryPages.tsx'
import { fetchSecondStep } from '#features/accounts/secondFactor/secondFactor.functions.ts'
import { publicHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/_public/login_/recover')({
  beforeLoad: async () => {
    const pending = await fetchSecondStep()
    if (!pending) throw redirect({ to: '/login' })
    return { pending }
  },
  head: () => publicHead('Get back in', 'For when you have lost your phone and your recovery codes.'),
  component: Recover,
})

function Recover() {
  return <StartRecoveryPage email={Route.useRouteContext().pending.email} />
}

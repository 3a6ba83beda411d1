import { createFileRoute, redirect } from '@tanstack/react-router'
import { SecondStepPage } from '#features/accounts/public/SecondStepPage.tsx'
import { isOwnPath } from '#features/accounts/returnPath.ts'
import { fetchSecondStep } from '#features/accounts/secondFactor/secondFactor.functions.ts'
import { publicHead } from '#ui/layout/pageTitle.ts'

/** A page of its own: a phone that opens the authenticator app may load it again. */
export const Route = createFileRoute('/_public/login_/code')({
  validateSearch: ({ from }: { from?: unknown }): { from?: string } => (isOwnPath(from) ? { from } : {}),
  beforeLoad: async ({ search }) => {
    const pending = await fetchSecondStep()
    if (!pending) throw redirect({ to: '/login', search })
    return { pending }
  },
  head: () => publicHead('One more step', 'The second step of signing in to Property Files.'),
  component: SecondStep,
})

function SecondStep() {
  const { pending } = Route.useRouteContext()
  return <SecondStepPage pending={pending} from={Route.useSearch().from} />
}

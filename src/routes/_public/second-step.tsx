import { createFileRoute, redirect } from '@tanstack/react-router'
import { currentUserQuery } from '#features/accounts/accounts.functions.ts'
import { SetUpSecondStepPage } from '#features/accounts/public/SetUpSecondStepPage.tsx'
import { isOwnPath } from '#features/accounts/returnPath.ts'
import { proofOptionsQuery } from '#features/accounts/secondFactor/secondFactor.functions.ts'
import { agencyQuery } from '#features/agencies/agencies.functions.ts'
import { OtherAgencies } from '#features/agencies/portal/OtherAgencies.tsx'
import { isNotSignedIn } from '#platform/auth/sessionEndListeners.ts'
import { publicHead } from '#ui/layout/pageTitle.ts'

/** Where members of an agency that requires a second factor set one up before anything else. */
export const Route = createFileRoute('/_public/second-step')({
  validateSearch: ({ from }: { from?: unknown }): { from?: string } => (isOwnPath(from) ? { from } : {}),
  loader: async ({ context: { queryClient }, location }) => {
    try {
      const [agency] = await Promise.all([
        queryClient.ensureQueryData(agencyQuery),
        queryClient.ensureQueryData(currentUserQuery),
        queryClient.ensureQueryData(proofOptionsQuery),
      ])
      return { agency }
    } catch (error) {
      throw isNotSignedIn(error) ? redirect({ to: '/login', search: { from: location.href } }) : error
    }
  },
  head: () => publicHead('Set up two-step sign-in', 'Your agency requires a second step at sign-in.'),
  component: SetUpSecondStep,
})

function SetUpSecondStep() {
  const { agency } = Route.useLoaderData()
  return <SetUpSecondStepPage agencyName={agency.name} others={<OtherAgencies />} from={Route.useSearch().from} />
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { agencyExportQuery, agencyQuery } from '#features/agencies/agencies.functions.ts'
import { AgencyDataPage } from '#features/agencies/portal/AgencyDataPage.tsx'
import { may } from '#platform/auth/permissions.ts'
import { portalHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/portal/agency/data')({
  loader: async ({ context: { queryClient } }) => {
    if (!may(await queryClient.ensureQueryData(agencyQuery), 'exportAgency')) throw notFound()
    const latest = queryClient.prefetchQuery(agencyExportQuery)
    await queryClient.ensureQueryData(settingsQuery)
    if (import.meta.env.SSR) await latest
  },
  head: () => portalHead('Agency data'),
  component: Data,
})

function Data() {
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  return <AgencyDataPage timeZone={timeZone} />
}

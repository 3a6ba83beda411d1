import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, stripSearchParams } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { agencyQuery } from '#features/agencies/agencies.functions.ts'
import { AgencyAuditPage } from '#features/audit/AgencyAuditPage.tsx'
import {
  type AgencyAuditSearch,
  agencyAuditFilter,
  defaultAgencyAuditSearch,
  parseAgencyAuditSearch,
} from '#features/audit/agencyAuditSearch.ts'
import { agencyAuditQuery } from '#features/audit/audit.functions.ts'
import { may } from '#platform/auth/permissions.ts'
import { fullName } from '#ui/format/format.ts'
import { portalHead } from '#ui/layout/pageTitle.ts'
import { searchChangeOptions } from '#ui/table/ListFilters.tsx'

export const Route = createFileRoute('/portal/agency/activity')({
  validateSearch: parseAgencyAuditSearch,
  search: { middlewares: [stripSearchParams(defaultAgencyAuditSearch)] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    if (!may(await queryClient.ensureQueryData(agencyQuery), 'readAuditLog')) throw notFound()
    const activity = queryClient.prefetchInfiniteQuery(agencyAuditQuery(agencyAuditFilter(deps)))
    await queryClient.ensureQueryData(settingsQuery)
    if (import.meta.env.SSR) await activity
  },
  head: () => portalHead('Activity'),
  component: Activity,
})

function Activity() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { members } = useSuspenseQuery(agencyQuery).data
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  return (
    <AgencyAuditPage
      search={search}
      onSearchChange={(change: Partial<AgencyAuditSearch>) => navigate(searchChangeOptions(change))}
      members={members.map((one) => ({ id: one.id, name: fullName(one) || one.email }))}
      timeZone={timeZone}
    />
  )
}

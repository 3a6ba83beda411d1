import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { AnalyticsPage } from '#features/analytics/portal/analyticsPage/AnalyticsPage.tsx'
import { prefetchAnalyticsPage } from '#features/analytics/portal/analyticsPage/analyticsPageQueries.ts'
import {
  type AnalyticsSearch,
  defaultAnalyticsSearch,
  hasValidIds,
  parseAnalyticsSearch,
} from '#features/analytics/portal/analyticsPage/analyticsSearch.ts'
import { leadQuery } from '#features/leads/leads.functions.ts'
import { LeadReadingSummary } from '#features/leads/portal/drawer/LeadReading.tsx'
import { findListingNames } from '#features/listings/listings.functions.ts'
import { fullName } from '#ui/format/format.ts'
import { portalHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/portal/analytics')({
  validateSearch: parseAnalyticsSearch,
  // Keeps the URL short without filters.
  search: { middlewares: [stripSearchParams(defaultAnalyticsSearch)] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const all = Promise.all([
      prefetchAnalyticsPage(queryClient, deps),
      deps.leadId && hasValidIds(deps) && queryClient.prefetchQuery(leadQuery(deps.leadId)),
    ])
    await queryClient.ensureQueryData(settingsQuery)
    // The server sends the whole page; in the browser, a skeleton appears at once.
    if (import.meta.env.SSR) await all
  },
  staticData: { title: 'Analytics' },
  head: () => portalHead('Analytics'),
  component: Analytics,
})

function Analytics() {
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  const { data: lead } = useQuery({ ...leadQuery(search.leadId), enabled: search.leadId !== '' && hasValidIds(search) })
  const changeSearch = (change: Partial<AnalyticsSearch>) =>
    navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false })
  return (
    <AnalyticsPage
      search={search}
      onSearchChange={changeSearch}
      findListings={findListingNames}
      timeZone={timeZone}
      buyer={
        lead?.id === search.leadId
          ? {
              id: lead.id,
              name: fullName(lead),
              listingTitle: lead.listingTitle,
              reading: <LeadReadingSummary lead={lead} timeZone={timeZone} />,
            }
          : undefined
      }
    />
  )
}

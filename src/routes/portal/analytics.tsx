import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { AnalyticsPage } from '#features/analytics/page/AnalyticsPage.tsx'
import { type AnalyticsWish, noWish, readWish } from '#features/analytics/page/analyticsWish.ts'
import { isAskable } from '#features/analytics/page/filters.ts'
import { prefetchPage } from '#features/analytics/page/prefetchPage.ts'
import { leadQuery } from '#features/leads/leads.functions.ts'
import { findListingNames } from '#features/listings/listingNames.ts'
import { portalHead } from '#ui/titles.ts'

export const Route = createFileRoute('/portal/analytics')({
  validateSearch: readWish,
  // The address stays short while nothing is filtered.
  search: { middlewares: [stripSearchParams(noWish)] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const all = Promise.all([
      prefetchPage(queryClient, deps),
      deps.leadId && isAskable(deps) && queryClient.prefetchQuery(leadQuery(deps.leadId)),
    ])
    await queryClient.ensureQueryData(settingsQuery)
    // From the server the page comes whole; inside the application it shows its outline at once.
    if (import.meta.env.SSR) await all
  },
  staticData: { title: 'Analytics' },
  head: () => portalHead('Analytics'),
  component: Analytics,
})

function Analytics() {
  const navigate = Route.useNavigate()
  const wish = Route.useSearch()
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  const { data: lead } = useQuery({ ...leadQuery(wish.leadId), enabled: wish.leadId !== '' && isAskable(wish) })
  const change = (part: Partial<AnalyticsWish>) =>
    navigate({ search: (before) => ({ ...before, ...part }), resetScroll: false })
  return (
    <AnalyticsPage
      wish={wish}
      onWish={change}
      findListings={findListingNames}
      timeZone={timeZone}
      buyer={
        lead?.id === wish.leadId
          ? { id: lead.id, name: `${lead.firstName} ${lead.lastName}`.trim(), listingTitle: lead.listingTitle }
          : undefined
      }
    />
  )
}

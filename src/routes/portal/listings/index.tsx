import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { listingCountsQuery, listingsQuery } from '#features/listings/listings.functions.ts'
import { defaultListingsSearch, listingsQueryInput, parseListingsSearch } from '#features/listings/listingsSearch.ts'
import { ListingsPage } from '#features/listings/portal/ListingsPage.tsx'
import { portalHead } from '#ui/layout/pageTitle.ts'
import { searchChangeOptions } from '#ui/table/ListFilters.tsx'

export const Route = createFileRoute('/portal/listings/')({
  validateSearch: parseListingsSearch,
  search: { middlewares: [stripSearchParams(defaultListingsSearch)] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const all = Promise.all([
      queryClient.prefetchInfiniteQuery(listingsQuery(listingsQueryInput(deps))),
      queryClient.prefetchQuery(listingCountsQuery()),
      queryClient.prefetchQuery(listingCountsQuery(deps.whose)),
    ])
    await queryClient.ensureQueryData(settingsQuery)
    // The server sends the whole page; in the browser, a skeleton appears at once.
    if (import.meta.env.SSR) await all
  },
  staticData: { title: 'Listings' },
  head: () => portalHead('Listings'),
  component: Listings,
})

function Listings() {
  const navigate = Route.useNavigate()
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  return (
    <ListingsPage
      search={Route.useSearch()}
      timeZone={timeZone}
      onSearchChange={(change) => navigate(searchChangeOptions(change))}
    />
  )
}

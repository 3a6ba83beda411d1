import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { peopleQuery } from '#features/leads/people/people.functions.ts'
import { defaultPeopleSearch, parsePeopleSearch, peopleQueryInput } from '#features/leads/people/peopleSearch.ts'
import { PeoplePage } from '#features/leads/portal/people/PeoplePage.tsx'
import { portalHead } from '#ui/layout/pageTitle.ts'
import { searchChangeOptions } from '#ui/table/ListFilters.tsx'

export const Route = createFileRoute('/portal/people/')({
  validateSearch: parsePeopleSearch,
  search: { middlewares: [stripSearchParams(defaultPeopleSearch)] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const list = queryClient.prefetchInfiniteQuery(peopleQuery(peopleQueryInput(deps)))
    await queryClient.ensureQueryData(settingsQuery)
    // The server sends the whole page; in the browser, a skeleton appears at once.
    if (import.meta.env.SSR) await list
  },
  staticData: { title: 'People' },
  head: () => portalHead('People'),
  component: People,
})

function People() {
  const navigate = Route.useNavigate()
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  return (
    <PeoplePage
      search={Route.useSearch()}
      onSearchChange={(change) => navigate(searchChangeOptions(change))}
      timeZone={timeZone}
    />
  )
}

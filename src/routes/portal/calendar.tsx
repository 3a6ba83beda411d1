import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { calendarWeekQuery } from '#features/calendar/calendar.functions.ts'
import { calendarWeekInput, defaultCalendarSearch, parseCalendarSearch } from '#features/calendar/calendarSearch.ts'
import { CalendarPage } from '#features/calendar/portal/CalendarPage.tsx'
import { findListingNames } from '#features/listings/listings.functions.ts'
import { portalHead } from '#ui/layout/pageTitle.ts'
import { searchChangeOptions } from '#ui/table/ListFilters.tsx'

export const Route = createFileRoute('/portal/calendar')({
  validateSearch: parseCalendarSearch,
  search: { middlewares: [stripSearchParams(defaultCalendarSearch)] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const week = queryClient.prefetchQuery(calendarWeekQuery(calendarWeekInput(deps)))
    await queryClient.ensureQueryData(settingsQuery)
    // The server sends the whole page; in the browser, a skeleton appears at once.
    if (import.meta.env.SSR) await week
  },
  staticData: { title: 'Calendar' },
  head: () => portalHead('Calendar'),
  component: Calendar,
})

function Calendar() {
  const navigate = Route.useNavigate()
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  return (
    <CalendarPage
      search={Route.useSearch()}
      onSearchChange={(change) => navigate(searchChangeOptions(change))}
      findListings={findListingNames}
      timeZone={timeZone}
    />
  )
}

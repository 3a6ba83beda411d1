import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { Greeting } from '#features/accounts/portal/Greeting.tsx'
import { DashboardPage } from '#features/analytics/portal/dashboard/DashboardPage.tsx'
import {
  defaultDashboardSearch,
  liveDashboardQuery,
  parseDashboardSearch,
} from '#features/analytics/portal/dashboard/dashboardSearch.ts'
import { comingEventsQuery } from '#features/calendar/calendar.functions.ts'
import { ThisWeekCard } from '#features/calendar/portal/ThisWeekCard.tsx'

export const Route = createFileRoute('/portal/')({
  validateSearch: parseDashboardSearch,
  search: { middlewares: [stripSearchParams(defaultDashboardSearch)] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const summary = Promise.all([
      queryClient.prefetchQuery(liveDashboardQuery(deps)),
      queryClient.prefetchQuery(comingEventsQuery),
    ])
    // The server sends the whole page; in the browser, a skeleton appears at once.
    if (import.meta.env.SSR) await summary
  },
  staticData: { title: 'Dashboard' },
  head: () => ({ meta: [{ title: 'Manage Property Files' }] }),
  component: Dashboard,
})

function Dashboard() {
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  return (
    <DashboardPage
      greeting={<Greeting />}
      thisWeek={<ThisWeekCard />}
      search={search}
      onSearchChange={(change) =>
        void navigate({ to: '/portal', search: { ...search, ...change }, replace: true, resetScroll: false })
      }
    />
  )
}

import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { Greeting } from '#features/accounts/portal/Greeting.tsx'
import { DashboardPage } from '#features/analytics/portal/dashboard/DashboardPage.tsx'
import {
  defaultDashboardSearch,
  liveDashboardQuery,
  parseDashboardSearch,
} from '#features/analytics/portal/dashboard/dashboardSearch.ts'

export const Route = createFileRoute('/portal/')({
  validateSearch: parseDashboardSearch,
  search: { middlewares: [stripSearchParams(defaultDashboardSearch)] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const summary = queryClient.prefetchQuery(liveDashboardQuery(deps))
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
      search={search}
      onSearchChange={(change) =>
        void navigate({ to: '/portal', search: { ...search, ...change }, replace: true, resetScroll: false })
      }
    />
  )
}

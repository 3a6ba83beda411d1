import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { Greeting } from '#features/accounts/Greeting.tsx'
import { DashboardPage } from '#features/analytics/dashboard/DashboardPage.tsx'
import { readRange, usualRange } from '#features/analytics/dashboard/dashboardRange.ts'
import { liveDashboard } from '#features/analytics/dashboard/liveDashboard.ts'

export const Route = createFileRoute('/portal/')({
  validateSearch: readRange,
  search: { middlewares: [stripSearchParams(usualRange)] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { range } }) => {
    const summary = queryClient.prefetchQuery(liveDashboard(range))
    // From the server the page comes whole; inside the application it shows its outline at once.
    if (import.meta.env.SSR) await summary
  },
  staticData: { title: 'Dashboard' },
  head: () => ({ meta: [{ title: 'Manage Property Files' }] }),
  component: Dashboard,
})

function Dashboard() {
  const navigate = Route.useNavigate()
  const { range } = Route.useSearch()
  return (
    <DashboardPage
      greeting={<Greeting />}
      range={range}
      onRange={(chosen) =>
        void navigate({ to: '/portal', search: { range: chosen }, replace: true, resetScroll: false })
      }
    />
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { doorDevicesQuery, openHomeQuery } from '#features/openHomes/openHomes.functions.ts'
import { OpenHomePage } from '#features/openHomes/portal/OpenHomePage.tsx'
import { idPattern } from '#platform/input/searchParams.ts'
import { NotFoundScreen, toError } from '#ui/feedback/ErrorScreens.tsx'
import { portalHead } from '#ui/layout/pageTitle.ts'

const OPEN_HOME = idPattern('open')

/** Who came to an open home, and whom to ring. */
export const Route = createFileRoute('/portal/listings/$id_/open-homes/$openHomeId')({
  loader: async ({ context: { queryClient }, params: { openHomeId } }) => {
    if (!OPEN_HOME.test(openHomeId)) throw notFound()
    const devices = queryClient.prefetchQuery(doorDevicesQuery(openHomeId))
    try {
      await Promise.all([
        queryClient.fetchQuery(openHomeQuery(openHomeId)),
        queryClient.ensureQueryData(settingsQuery),
        devices,
      ])
    } catch (error) {
      throw ['NotFoundError', 'InvalidInput'].includes(toError(error).name) ? notFound() : error
    }
  },
  staticData: { title: 'Open home' },
  head: () => portalHead('Open home'),
  component: OpenHome,
  notFoundComponent: NotFoundScreen,
})

function OpenHome() {
  const { openHomeId } = Route.useParams()
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  return <OpenHomePage openHomeId={openHomeId} timeZone={timeZone} />
}

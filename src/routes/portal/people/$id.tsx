import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { personQuery, personTimelineQuery } from '#features/leads/people/people.functions.ts'
import { PersonPage } from '#features/leads/portal/people/PersonPage.tsx'
import { idPattern } from '#platform/input/searchParams.ts'
import { NotFoundScreen, toError } from '#ui/feedback/ErrorScreens.tsx'
import { portalHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/portal/people/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    if (!idPattern('pers').test(id)) throw notFound()
    const timeline = queryClient.prefetchInfiniteQuery(personTimelineQuery(id))
    const settings = queryClient.ensureQueryData(settingsQuery)
    try {
      await Promise.all([queryClient.fetchQuery(personQuery(id)), settings, timeline])
    } catch (error) {
      throw toError(error).name === 'NotFoundError' ? notFound() : error
    }
  },
  staticData: { title: 'People' },
  // Without the name, which would be in the browser's history.
  head: () => portalHead('Person'),
  component: Person,
  notFoundComponent: NotFoundScreen,
})

function Person() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  return (
    <PersonPage id={id} timeZone={timeZone} onErased={() => void navigate({ to: '/portal/people', replace: true })} />
  )
}

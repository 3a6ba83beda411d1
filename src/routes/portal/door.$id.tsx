import { createFileRoute, notFound } from '@tanstack/react-router'
import { StartDoorPage } from '#features/openHomes/door/screens/StartDoorPage.tsx'
import { idPattern } from '#platform/input/searchParams.ts'
import { portalHead } from '#ui/layout/pageTitle.ts'

/** Makes this device the one at the door of an open home. */
export const Route = createFileRoute('/portal/door/$id')({
  staticData: { title: 'Open home' },
  head: () => portalHead('Open home'),
  beforeLoad: ({ params }) => {
    if (!idPattern('open').test(params.id)) throw notFound()
  },
  component: Start,
})

function Start() {
  const { id } = Route.useParams()
  return <StartDoorPage openHomeId={id} />
}

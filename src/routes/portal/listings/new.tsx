import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { EditorSkeleton } from '#features/listings/portal/editor/EditorSkeleton.tsx'
import { ListingEditor } from '#features/listings/portal/editor/ListingEditor.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { portalHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/portal/listings/new')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(settingsQuery),
  staticData: { title: 'New listing' },
  head: () => portalHead('New listing'),
  pendingComponent: EditorSkeleton,
  component: NewListing,
})

function NewListing() {
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  const navigate = Route.useNavigate()
  const open = async (id: string) => {
    // Everything is saved, but the guard has not been rendered again yet.
    await navigate({ to: '/portal/listings/$id', params: { id }, replace: true, ignoreBlocker: true })
    showToast('Draft saved. Now add photos and documents.')
  }
  return <ListingEditor timeZone={timeZone} onSaved={({ id }) => void open(id)} />
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, useRouter } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { listingFilesQuery } from '#features/files/files.functions.ts'
import { DocumentsPanel } from '#features/files/portal/panels/DocumentsPanel.tsx'
import { PhotosPanel } from '#features/files/portal/panels/PhotosPanel.tsx'
import { DropZone } from '#features/files/portal/uploads/DropZone.tsx'
import { findListingNames, listingQuery } from '#features/listings/listings.functions.ts'
import { EditorSkeleton } from '#features/listings/portal/editor/EditorSkeleton.tsx'
import { ListingEditor } from '#features/listings/portal/editor/ListingEditor.tsx'
import { idPattern } from '#platform/input/searchParams.ts'
import { NotFoundScreen, toError } from '#ui/feedback/ErrorScreens.tsx'
import { portalHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/portal/listings/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    if (!idPattern('list').test(id)) throw notFound()
    const files = queryClient.prefetchQuery(listingFilesQuery(id))
    const settings = queryClient.ensureQueryData(settingsQuery)
    try {
      const [{ title }] = await Promise.all([queryClient.fetchQuery(listingQuery(id)), settings, files])
      return { title }
    } catch (error) {
      throw toError(error).name === 'NotFoundError' ? notFound() : error
    }
  },
  staticData: { title: 'Listing' },
  head: ({ loaderData }) => portalHead(loaderData?.title ?? 'Listing'),
  pendingComponent: EditorSkeleton,
  component: Listing,
  notFoundComponent: NotFoundScreen,
})

function Listing() {
  const { id } = Route.useParams()
  const router = useRouter()
  const { data: listing } = useSuspenseQuery(listingQuery(id))
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  const files = useQuery(listingFilesQuery(id)).data ?? []
  const photoCount = files.filter(({ type }) => type === 'image').length
  const shared = { listingId: id, findListings: findListingNames }
  return (
    <>
      <ListingEditor
        key={id}
        listing={listing}
        timeZone={timeZone}
        photoCount={photoCount}
        documentCount={files.length - photoCount}
        photos={<PhotosPanel {...shared} coverFileId={listing.coverFileId} />}
        documents={<DocumentsPanel {...shared} timeZone={timeZone} />}
        // Updates the tab's title, which is the listing's.
        onSaved={() => void router.invalidate({ filter: ({ routeId }) => routeId === Route.id })}
      />
      <DropZone listingId={id} />
    </>
  )
}

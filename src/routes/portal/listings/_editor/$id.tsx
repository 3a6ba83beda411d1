import { createFileRoute, notFound } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { emailedDocumentsQuery } from '#features/emailedDocuments/emailedDocuments.functions.ts'
import { listingFilesQuery } from '#features/files/files.functions.ts'
import { listingQuery } from '#features/listings/listings.functions.ts'
import { EditorSkeleton } from '#features/listings/portal/editor/EditorSkeleton.tsx'
import { idPattern } from '#platform/input/searchParams.ts'
import { NotFoundScreen, toError } from '#ui/feedback/ErrorScreens.tsx'
import { portalHead } from '#ui/layout/pageTitle.ts'

/** The layout shows the editor, so that it stays when a new listing gets its own address. */
export const Route = createFileRoute('/portal/listings/_editor/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    if (!idPattern('list').test(id)) throw notFound()
    const files = queryClient.prefetchQuery(listingFilesQuery(id))
    const emails = queryClient.prefetchQuery(emailedDocumentsQuery(id))
    const settings = queryClient.ensureQueryData(settingsQuery)
    try {
      const [{ title }] = await Promise.all([queryClient.fetchQuery(listingQuery(id)), settings, files, emails])
      return { title }
    } catch (error) {
      throw toError(error).name === 'NotFoundError' ? notFound() : error
    }
  },
  staticData: { title: 'Listing' },
  head: ({ loaderData }) => portalHead(loaderData?.title ?? 'Listing'),
  pendingComponent: EditorSkeleton,
  component: () => null,
  notFoundComponent: NotFoundScreen,
})

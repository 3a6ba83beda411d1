import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { filesQuery, storageQuery } from '#features/files/files.functions.ts'
import { defaultFilesSearch, filesQueryInput, parseFilesSearch } from '#features/files/filesSearch.ts'
import { FilesPage } from '#features/files/portal/FilesPage.tsx'
import { pendingChangesQuery } from '#features/leads/changes/documentChanges.functions.ts'
import { TellBuyers } from '#features/leads/portal/changes/TellBuyers.tsx'
import { findListingNames } from '#features/listings/listings.functions.ts'
import { portalHead } from '#ui/layout/pageTitle.ts'
import { searchChangeOptions } from '#ui/table/ListFilters.tsx'

export const Route = createFileRoute('/portal/files')({
  validateSearch: parseFilesSearch,
  search: { middlewares: [stripSearchParams(defaultFilesSearch)] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const all = Promise.all([
      queryClient.prefetchInfiniteQuery(filesQuery(filesQueryInput(deps))),
      queryClient.prefetchQuery(storageQuery),
      queryClient.prefetchQuery(pendingChangesQuery()),
    ])
    await queryClient.ensureQueryData(settingsQuery)
    // The server sends the whole page; in the browser, a skeleton appears at once.
    if (import.meta.env.SSR) await all
  },
  staticData: { title: 'Files' },
  head: () => portalHead('Files'),
  component: Files,
})

function Files() {
  const navigate = Route.useNavigate()
  const { timeZone, validityDays } = useSuspenseQuery(settingsQuery).data
  return (
    <>
      <TellBuyers />
      <FilesPage
        search={Route.useSearch()}
        onSearchChange={(change) => navigate(searchChangeOptions(change))}
        findListings={findListingNames}
        timeZone={timeZone}
        validityDays={validityDays}
      />
    </>
  )
}

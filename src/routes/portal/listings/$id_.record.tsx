import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, stripSearchParams } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { acknowledgementsQuery, recordOverviewQuery, recordQuery } from '#features/disclosure/disclosure.functions.ts'
import { RecordPage } from '#features/disclosure/portal/RecordPage.tsx'
import { defaultRecordSearch, parseRecordSearch } from '#features/disclosure/recordSearch.ts'
import { remindToAcknowledge } from '#features/leads/leads.functions.ts'
import { idPattern } from '#platform/input/searchParams.ts'
import { NotFoundScreen, toError } from '#ui/feedback/ErrorScreens.tsx'
import { portalHead } from '#ui/layout/pageTitle.ts'
import { searchChangeOptions } from '#ui/table/ListFilters.tsx'

/** What was disclosed to whom: the record of a listing. */
export const Route = createFileRoute('/portal/listings/$id_/record')({
  validateSearch: parseRecordSearch,
  search: { middlewares: [stripSearchParams(defaultRecordSearch)] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params: { id: listingId }, deps: { person, document } }) => {
    if (!idPattern('list').test(listingId)) throw notFound()
    const filter = { listingId, person: person || undefined, document: document || undefined }
    const entries = queryClient.prefetchInfiniteQuery(recordQuery(filter))
    const confirmations = queryClient.prefetchQuery(acknowledgementsQuery(listingId))
    try {
      const overview = queryClient.fetchQuery(recordOverviewQuery(listingId))
      await Promise.all([overview, queryClient.ensureQueryData(settingsQuery), entries, confirmations])
    } catch (error) {
      throw toError(error).name === 'NotFoundError' ? notFound() : error
    }
  },
  staticData: { title: 'Record' },
  head: () => portalHead('Record'),
  component: ListingRecord,
  notFoundComponent: NotFoundScreen,
})

function ListingRecord() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  return (
    <RecordPage
      listingId={id}
      search={Route.useSearch()}
      onSearchChange={(change) => navigate(searchChangeOptions(change))}
      remind={(data) => remindToAcknowledge({ data })}
      timeZone={timeZone}
    />
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, stripSearchParams } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { listingQuery } from '#features/listings/listings.functions.ts'
import { messagesQuery } from '#features/messages/messages.functions.ts'
import { defaultMessagesSearch, parseMessagesSearch } from '#features/messages/messagesSearch.ts'
import { MessagesPage } from '#features/messages/portal/MessagesPage.tsx'
import { idPattern } from '#platform/input/searchParams.ts'
import { NotFoundScreen, toError } from '#ui/feedback/ErrorScreens.tsx'
import { portalHead } from '#ui/layout/pageTitle.ts'
import { searchChangeOptions } from '#ui/table/ListFilters.tsx'

/** What was sent to the buyers of a listing, and what became of it. */
export const Route = createFileRoute('/portal/listings/$id_/messages/')({
  validateSearch: parseMessagesSearch,
  search: { middlewares: [stripSearchParams(defaultMessagesSearch)] },
  loader: async ({ context: { queryClient }, params: { id } }) => {
    if (!idPattern('list').test(id)) throw notFound()
    const messages = queryClient.prefetchInfiniteQuery(messagesQuery(id))
    try {
      await Promise.all([queryClient.fetchQuery(listingQuery(id)), queryClient.ensureQueryData(settingsQuery)])
    } catch (error) {
      throw toError(error).name === 'NotFoundError' ? notFound() : error
    }
    // The server sends the whole page; in the browser, a skeleton appears at once.
    if (import.meta.env.SSR) await messages
  },
  staticData: { title: 'Messages' },
  head: () => portalHead('Messages'),
  component: Messages,
  notFoundComponent: NotFoundScreen,
})

function Messages() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const listing = useSuspenseQuery(listingQuery(id)).data
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  return (
    <MessagesPage
      listing={listing}
      search={Route.useSearch()}
      onSearchChange={(change) => void navigate(searchChangeOptions(change))}
      timeZone={timeZone}
    />
  )
}

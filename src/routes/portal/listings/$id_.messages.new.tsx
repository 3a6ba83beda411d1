import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, stripSearchParams } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { listingQuery } from '#features/listings/listings.functions.ts'
import { suggestedMessageQuery } from '#features/messages/messages.functions.ts'
import {
  defaultNewMessageSearch,
  type NewMessageSearch,
  parseNewMessageSearch,
} from '#features/messages/messagesSearch.ts'
import { ComposerPage } from '#features/messages/portal/composer/ComposerPage.tsx'
import { idPattern } from '#platform/input/searchParams.ts'
import { NotFoundScreen, toError } from '#ui/feedback/ErrorScreens.tsx'
import { portalHead } from '#ui/layout/pageTitle.ts'

/** Writes a message to the buyers of a listing. */
export const Route = createFileRoute('/portal/listings/$id_/messages/new')({
  validateSearch: parseNewMessageSearch,
  search: { middlewares: [stripSearchParams(defaultNewMessageSearch)] },
  loaderDeps: ({ search: { kind, openHome } }) => ({ kind, openHome }),
  loader: async ({ context: { queryClient }, params: { id }, deps }) => {
    if (!idPattern('list').test(id)) throw notFound()
    try {
      await Promise.all([
        queryClient.fetchQuery(listingQuery(id)),
        queryClient.fetchQuery(firstSuggestionQuery(id, deps)),
        queryClient.ensureQueryData(settingsQuery),
      ])
    } catch (error) {
      throw toError(error).name === 'NotFoundError' ? notFound() : error
    }
  },
  staticData: { title: 'New message' },
  head: () => portalHead('New message'),
  component: NewMessage,
  notFoundComponent: NotFoundScreen,
})

const firstSuggestionQuery = (listingId: string, { kind, openHome }: Pick<NewMessageSearch, 'kind' | 'openHome'>) =>
  suggestedMessageQuery({ listingId, kind, ...(kind === 'open_home' && openHome && { openHomeId: openHome }) })

function NewMessage() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const listing = useSuspenseQuery(listingQuery(id)).data
  const suggestion = useSuspenseQuery(firstSuggestionQuery(id, search)).data
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  return (
    <ComposerPage
      listing={listing}
      start={search}
      suggestion={suggestion}
      timeZone={timeZone}
      onCreated={(message) =>
        void navigate({
          to: '/portal/listings/$id/messages',
          params: { id },
          search: { message: message.id },
          // Everything is sent.
          ignoreBlocker: true,
        })
      }
    />
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { privateLinkQuery } from '#features/leads/buyer.functions.ts'
import { EndedLinkScreen, PrivateLinkPage } from '#features/leads/public/privateLink/PrivateLinkPage.tsx'
import { ListingError } from '#features/listings/public/ListingError.tsx'
import { publicHead } from '#ui/layout/pageTitle.ts'

/** The page of the emailed link. Opening it changes nothing: email scanners follow links too. */
export const Route = createFileRoute('/_public/listings/$id_/open')({
  validateSearch: ({ key }: { key?: unknown }) => ({ key: String(key ?? '').slice(0, 300) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => queryClient.ensureQueryData(privateLinkQuery(deps.key)),
  head: ({ loaderData, match }) => {
    const failure = endedBy(match.error) ? 'This link no longer works' : 'Listing not found'
    const { meta } = publicHead(loaderData ? `Your documents for ${loaderData.listing.title}` : failure)
    // The server sets the referrer policy too, but not for client-side navigation.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }, { name: 'robots', content: 'noindex' }] }
  },
  component: PrivateLink,
  errorComponent: PrivateLinkError,
})

/** A link that we sent, and that has ended. */
const endedBy = (error: unknown) =>
  error instanceof Error && ['DetailsDeleted', 'LinkReplaced'].includes(error.name) ? error.name : undefined

function PrivateLinkError(props: ErrorComponentProps) {
  const { id } = Route.useParams()
  const end = endedBy(props.error)
  if (!end) return <ListingError {...props} />
  return <EndedLinkScreen listing={id} isReplaced={end === 'LinkReplaced'} />
}

function PrivateLink() {
  const { key } = Route.useSearch()
  const { data } = useSuspenseQuery(privateLinkQuery(key))
  return <PrivateLinkPage linkKey={key} link={data} />
}

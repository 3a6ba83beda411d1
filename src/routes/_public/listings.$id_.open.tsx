import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { privateLinkQuery } from '#features/leads/buyer.functions.ts'
import { DeadLinkScreen, deadLinkReasons, deadLinks, PrivateLinkPage } from '#features/leads/public/privateLink/PrivateLinkPage.tsx'
import { ListingError } from '#features/listings/public/ListingError.tsx'
import { publicHead } from '#ui/layout/pageTitle.ts'

/** The page of the emailed link. Opening it changes nothing: email scanners follow links too. */
export const Route = createFileRoute('/_public/listings/$id_/open')({
  validateSearch: ({ key }: { key?: unknown }) => ({ key: String(key ?? '').slice(0, 300) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => queryClient.ensureQueryData(privateLinkQuery(deps.key)),
  head: ({ loaderData, match }) => {
    const { heading } = deadLinks[whyDead(match.error) ?? 'NotFoundError']
    const { meta } = publicHead(loaderData ? `Your documents for ${loaderData.listing.title}` : heading)
    // The server sets the referrer policy too, but not for client-side navigation.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }, { name: 'robots', content: 'noindex' }] }
  },
  component: PrivateLink,
  errorComponent: PrivateLinkError,
})

/** Why a link opens nothing; undefined for an error that is none of its own. */
const whyDead = (error: unknown) =>
  error instanceof Error ? deadLinkReasons.find((reason) => reason === error.name) : undefined

function PrivateLinkError(props: ErrorComponentProps) {
  const { id } = Route.useParams()
  const reason = whyDead(props.error)
  return reason ? <DeadLinkScreen listing={id} reason={reason} /> : <ListingError {...props} />
}

function PrivateLink() {
  const { key } = Route.useSearch()
  const { data } = useSuspenseQuery(privateLinkQuery(key))
  return <PrivateLinkPage linkKey={key} link={data} />
}

import { createFileRoute } from '@tanstack/react-router'
import { fetchAgentCard } from '#features/accounts/accounts.functions.ts'
import { ListingError } from '#features/listings/public/ListingError.tsx'
import { listingHead, noindexHead } from '#features/listings/public/listingHead.ts'
import { fetchListingPreview, fetchPublicListing } from '#features/listings/public/publicListings.functions.ts'
import { appUrlFromMatches } from '#platform/config/useAppUrl.ts'
import { idPattern } from '#platform/input/searchParams.ts'
import { Island } from '#ui/staticPage/Island.tsx'
import ListingIsland from '../-islands/ListingIsland.tsx'

export const Route = createFileRoute('/_buyer/listings/$id')({
  validateSearch: ({ preview }: { preview?: unknown }): { preview?: true } => (preview === true ? { preview } : {}),
  loaderDeps: ({ search: { preview = false } }) => ({ preview }),
  // Once, on entering: a document that opens adds a step to the history, and must not wait for the page around it.
  gcTime: 0,
  shouldReload: false,
  loader: async ({ params: { id }, deps: { preview } }) => {
    // Previews need an id, because the slug of a draft may change.
    const isPreview = preview && idPattern('list').test(id)
    const listing = await (isPreview ? fetchListingPreview : fetchPublicListing)({ data: { id } })
    return { listing, agent: await fetchAgentCard({ data: { listingId: listing.id } }), isPreview: preview }
  },
  head: ({ loaderData, matches }) => {
    if (!loaderData) return noindexHead('Listing not found')
    const { listing, agent, isPreview } = loaderData
    if (isPreview) return noindexHead(`Preview of ${listing.title}`)
    return listingHead(appUrlFromMatches(matches), listing, agent)
  },
  component: () => <Island name="listing" component={ListingIsland} props={Route.useLoaderData()} />,
  errorComponent: ListingError,
})

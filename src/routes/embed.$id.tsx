import { createFileRoute } from '@tanstack/react-router'
import { fetchAgentCards } from '#features/accounts/accounts.functions.ts'
import { allowFraming } from '#features/embed/embed.functions.ts'
import { EmbeddedGone } from '#features/embed/public/EmbeddedFrame.tsx'
import { LISTING_GONE } from '#features/listings/listingUrls.ts'
import { ListingError } from '#features/listings/public/ListingError.tsx'
import { noindexHead } from '#features/listings/public/listingHead.ts'
import {
  fetchGoneListing,
  fetchListingPreview,
  fetchPublicListing,
} from '#features/listings/public/publicListings.functions.ts'
import { idPattern } from '#platform/input/searchParams.ts'
import { Island } from '#ui/staticPage/Island.tsx'
import EmbedIsland from './-islands/EmbedIsland.tsx'

/** The documents of a listing for a frame on the agency's own site, and the only page that may be in one. */
export const Route = createFileRoute('/embed/$id')({
  validateSearch: ({ preview }: { preview?: unknown }): { preview?: true } => (preview === true ? { preview } : {}),
  loaderDeps: ({ search: { preview = false } }) => ({ preview }),
  gcTime: 0,
  shouldReload: false,
  loader: async ({ params: { id }, deps: { preview } }) => {
    const isPreview = preview && idPattern('list').test(id)
    await allowFraming({ data: { id, isPreview } })
    const listing = await (isPreview ? fetchListingPreview : fetchPublicListing)({ data: { id } }).catch(ignoreGone)
    // The status of the page stays that of the failed call, 410.
    if (!listing) return { gone: await fetchGoneListing({ data: { id } }) }
    const { agent } = await fetchAgentCards({ data: { listingId: listing.id } })
    return { listing, agent, isPreview }
  },
  head: ({ loaderData }) => {
    if (!loaderData) return noindexHead('Listing not found')
    if (loaderData.gone) return noindexHead(`No longer available: ${loaderData.gone.title}`)
    const { listing, isPreview } = loaderData
    const { meta } = noindexHead(`Documents for ${listing.title}`)
    // For the script of the page (client.ts).
    return { meta: isPreview ? meta : [...meta, { name: 'listing', content: listing.id }] }
  },
  component: EmbedPage,
  errorComponent: ListingError,
})

function ignoreGone(error: unknown) {
  if (error instanceof Error && error.name === LISTING_GONE) return undefined
  throw error
}

function EmbedPage() {
  const loaded = Route.useLoaderData()
  if (loaded.gone) return <EmbeddedGone title={loaded.gone.title} />
  const { listing, agent, isPreview } = loaded
  return <Island name="embed" component={EmbedIsland} props={{ listing, agent, isPreview }} />
}

import { createFileRoute, redirect } from '@tanstack/react-router'
import { fetchAgentCards } from '#features/accounts/accounts.functions.ts'
import { AgentCard } from '#features/accounts/public/AgentCard.tsx'
import { describeFacts } from '#features/listings/facts/describeFacts.ts'
import { LISTING_GONE } from '#features/listings/listingUrls.ts'
import { GoneListingPage } from '#features/listings/public/GoneListingPage.tsx'
import { ListingError } from '#features/listings/public/ListingError.tsx'
import { listingHead, noindexHead } from '#features/listings/public/listingHead.ts'
import {
  fetchGoneListing,
  fetchListingPreview,
  fetchPublicListing,
} from '#features/listings/public/publicListings.functions.ts'
import { appUrlFromMatches, useAppUrl } from '#platform/config/useAppUrl.ts'
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
    const isId = idPattern('list').test(id)
    // Previews need an id, because the slug of a draft may change.
    const fetchListing = preview && isId ? fetchListingPreview : fetchPublicListing
    const listing = await fetchListing({ data: { id } }).catch(ignoreGone)
    if (!listing) {
      // The status of the page stays that of the failed call, 410.
      const gone = await fetchGoneListing({ data: { id } })
      const { agent } = await fetchAgentCards({ data: { listingId: gone.id } })
      return { gone, brand: gone.brand, agent }
    }
    // A link from before the slug was changed. Not cached, because the listing may get its old slug back.
    if (!isId && id !== listing.slug)
      throw redirect({ to: '/listings/$id', params: { id: listing.slug }, statusCode: 301 })
    const cards = await fetchAgentCards({ data: { listingId: listing.id } })
    return { listing, brand: listing.brand, ...cards, isPreview: preview }
  },
  head: ({ loaderData, matches }) => {
    if (!loaderData) return noindexHead('Listing not found')
    if (loaderData.gone) return noindexHead(`No longer available: ${loaderData.gone.title}`)
    const { listing, agent, isPreview } = loaderData
    if (isPreview) return noindexHead(`Preview of ${listing.title}`)
    return listingHead(appUrlFromMatches(matches), listing, agent)
  },
  component: ListingPage,
  errorComponent: ListingError,
})

function ignoreGone(error: unknown) {
  if (error instanceof Error && error.name === LISTING_GONE) return undefined
  throw error
}

function ListingPage() {
  const loaded = Route.useLoaderData()
  const appUrl = useAppUrl()
  if (loaded.gone)
    return (
      <GoneListingPage
        {...loaded.gone}
        agent={<AgentCard {...loaded.agent} brandColour={loaded.brand?.colour ?? undefined} />}
      />
    )
  const { listing, agent, coAgents, isPreview } = loaded
  return (
    <Island
      name="listing"
      component={ListingIsland}
      props={{ listing, agent, coAgents, isPreview, facts: describeFacts(listing, appUrl) }}
    />
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { agentCardQuery } from '#features/accounts/accounts.functions.ts'
import { AgentCard } from '#features/accounts/public/AgentCard.tsx'
import { useBeacon } from '#features/analytics/public/beacon.ts'
import { accessQuery } from '#features/leads/buyer.functions.ts'
import { DocumentList } from '#features/leads/public/gate/DocumentList.tsx'
import { Gate } from '#features/leads/public/gate/Gate.tsx'
import { LeadFormCard } from '#features/leads/public/leadForm/LeadFormCard.tsx'
import { ListingError } from '#features/listings/public/ListingError.tsx'
import { listingHead, unlistedHead } from '#features/listings/public/listingHead.ts'
import { PreviewBanner, PublicListingPage } from '#features/listings/public/PublicListingPage.tsx'
import { listingPreviewQuery, publicListingQuery } from '#features/listings/public/publicListings.functions.ts'
import { appUrlFromMatches } from '#platform/config/useAppUrl.ts'
import { idPattern } from '#platform/input/searchParams.ts'
import { usePageData } from '#platform/serverFunctions/queryClient.ts'

/** The public page, or its agent's preview. Previews need an id, because the slug of a draft may change. */
const pageQuery = (id: string, isPreview: boolean) =>
  isPreview && idPattern('list').test(id) ? listingPreviewQuery(id) : publicListingQuery(id)

export const Route = createFileRoute('/_buyer/listings/$id')({
  validateSearch: ({ preview }: { preview?: unknown }): { preview?: true } => (preview === true ? { preview } : {}),
  loaderDeps: ({ search: { preview = false } }) => ({ preview }),
  loader: async ({ context: { queryClient }, params, deps: { preview } }) => {
    const { id } = await queryClient.ensureQueryData(pageQuery(params.id, preview))
    await Promise.all([queryClient.ensureQueryData(agentCardQuery(id)), queryClient.ensureQueryData(accessQuery(id))])
  },
  head: ({ match: { context, search }, matches, params }) => {
    const { preview = false } = search
    const listing = context.queryClient.getQueryData(pageQuery(params.id, preview).queryKey)
    if (!listing) return unlistedHead('Listing not found')
    if (preview) return unlistedHead(`Preview of ${listing.title}`)
    return listingHead(
      appUrlFromMatches(matches),
      listing,
      context.queryClient.getQueryData(agentCardQuery(listing.id).queryKey),
    )
  },
  component: Listing,
  errorComponent: ListingError,
})

function Listing() {
  const { preview = false } = Route.useSearch()
  const listing = usePageData(pageQuery(Route.useParams().id, preview))
  const agent = usePageData(agentCardQuery(listing.id))
  const access = usePageData(accessQuery(listing.id))
  useBeacon(preview ? undefined : listing.id)
  return (
    <Gate listing={listing} agent={agent} access={access} isPreview={preview}>
      {listing.isPublic !== undefined && <PreviewBanner id={listing.id} isPublic={listing.isPublic} />}
      <PublicListingPage
        listing={listing}
        agent={<AgentCard {...agent} />}
        files={<DocumentList />}
        aside={<LeadFormCard />}
      />
    </Gate>
  )
}

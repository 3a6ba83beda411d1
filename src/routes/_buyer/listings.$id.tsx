import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AgentCardPreview } from '#features/accounts/AgentCardPreview.tsx'
import { agentCardQuery } from '#features/accounts/accounts.functions.ts'
import { PropertyFiles } from '#features/leads/gate/PropertyFiles.tsx'
import { accessQuery } from '#features/leads/gate.functions.ts'
import { publicListingOptions } from '#features/listings/listings.functions.ts'
import { ListingError } from '#features/listings/public/ListingError.tsx'
import { PublicListingPage } from '#features/listings/public/PublicListingPage.tsx'
import { publicHead } from '#ui/titles.ts'

export const Route = createFileRoute('/_buyer/listings/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    const listing = await queryClient.ensureQueryData(publicListingOptions(params.id))
    await Promise.all([
      queryClient.ensureQueryData(agentCardQuery(listing.id)),
      queryClient.ensureQueryData(accessQuery(listing.id)),
    ])
    return listing
  },
  head: ({ loaderData: listing }) =>
    listing ? publicHead(listing.title, listing.subtitle) : publicHead('Listing not found'),
  component: Listing,
  errorComponent: ListingError,
})

function Listing() {
  const { data: listing } = useSuspenseQuery(publicListingOptions(Route.useParams().id))
  const { data: agent } = useSuspenseQuery(agentCardQuery(listing.id))
  const { data: access } = useSuspenseQuery(accessQuery(listing.id))
  const { documents } = listing
  return (
    <PublicListingPage
      listing={listing}
      agent={<AgentCardPreview {...agent} />}
      files={
        <PropertyFiles
          listing={listing}
          documents={documents}
          access={access}
          agentName={[agent.firstName, agent.lastName].join(' ').trim()}
        />
      }
    />
  )
}

import { useEffect } from 'react'
import type { AgentCards } from '#features/accounts/accounts.functions.ts'
import { AgentCard } from '#features/accounts/public/AgentCard.tsx'
import { watchVisit } from '#features/analytics/public/beacon.ts'
import { DocumentList } from '#features/leads/public/gate/DocumentList.tsx'
import { GateProvider } from '#features/leads/public/gate/GateProvider.tsx'
import { LeadFormCard } from '#features/leads/public/leadForm/LeadFormCard.tsx'
import type { DescribedFacts } from '#features/listings/facts/describeFacts.ts'
import type { ShownListing } from '#features/listings/listings.schema.ts'
import { EditLink, PreviewBanner, PublicListingPage } from '#features/listings/public/PublicListingPage.tsx'

interface ListingIslandProps extends AgentCards {
  listing: ShownListing
  /** The listing's facts in words. */
  facts: DescribedFacts
  /** For its agent only: no form is shown and nothing is counted. */
  isPreview: boolean
}

/** The page of a listing without the frame around it. */
export default function ListingIsland({ listing, facts, agent, coAgents, isPreview }: ListingIslandProps) {
  useEffect(() => (isPreview ? undefined : watchVisit(listing.id)), [listing.id, isPreview])
  return (
    <GateProvider listing={listing} agent={agent} isPreview={isPreview}>
      {!isPreview && <EditLink id={listing.id} />}
      {listing.isPublic !== undefined && <PreviewBanner id={listing.id} isPublic={listing.isPublic} />}
      <PublicListingPage
        listing={listing}
        facts={facts}
        agent={<AgentCard {...agent} coAgents={coAgents} brandColour={listing.brand?.colour ?? undefined} />}
        files={<DocumentList />}
        aside={<LeadFormCard />}
      />
    </GateProvider>
  )
}

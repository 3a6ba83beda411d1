import { useEffect } from 'react'
import type { AgentCards } from '#features/accounts/accounts.functions.ts'
import { watchVisit } from '#features/analytics/public/beacon.ts'
import { EmbeddedFrame, EmbeddedRoot } from '#features/embed/public/EmbeddedFrame.tsx'
import { DocumentList } from '#features/leads/public/gate/DocumentList.tsx'
import { GateProvider } from '#features/leads/public/gate/GateProvider.tsx'
import { useGate } from '#features/leads/public/gate/useGate.ts'
import type { ShownListing } from '#features/listings/listings.schema.ts'

interface EmbedIslandProps extends Pick<AgentCards, 'agent'> {
  listing: ShownListing
  /** For the preview in the portal: no form is shown and nothing is counted. */
  isPreview: boolean
}

/** The documents of a listing, on the agency's own site. */
export default function EmbedIsland({ listing, agent, isPreview }: EmbedIslandProps) {
  useEffect(() => (isPreview ? undefined : watchVisit(listing.id)), [listing.id, isPreview])
  return (
    <EmbeddedRoot brand={listing.brand}>
      <GateProvider listing={listing} agent={agent} isPreview={isPreview} isEmbedded>
        <EmbeddedFrame title={listing.title} slug={listing.slug}>
          <Documents slug={listing.slug} />
        </EmbeddedFrame>
      </GateProvider>
    </EmbeddedRoot>
  )
}

/** A browser that keeps no cookies in frames opens nothing here. The link in the email works everywhere. */
function Documents({ slug }: { slug: string }) {
  const { listing, access, sentTo } = useGate()
  const isForgotten = access !== null && !document.cookie.includes(`${listing.id}-known=`)
  if (!isForgotten) return <DocumentList isAlone />
  return (
    <p role="status">
      Your browser doesn’t let us open the documents on this site.{' '}
      {sentTo ? `Open them with the link in our email to ${sentTo}.` : 'Open them with the link in our email.'} Or{' '}
      <a href={`/listings/${slug}`} target="_blank" rel="noopener">
        see them on Property Files
      </a>
      .
    </p>
  )
}

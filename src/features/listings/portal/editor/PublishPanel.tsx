import { Anchor, Button, VisuallyHidden } from '@mantine/core'
import {
  IconChartBar,
  IconCircle,
  IconCircleCheckFilled,
  IconCopy,
  IconExternalLink,
  IconQrcode,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { joinWithAnd } from '#ui/format/format.ts'
import { TextLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import { plainDescription } from '../../description/plainDescription.ts'
import { titleFromAddress } from '../../facts/address.ts'
import type { Address } from '../../facts/facts.schema.ts'
import type { OwnListing } from '../../listings.functions.ts'
import type { ListingState } from '../../listingsSearch.ts'
import { publicListingPath } from '../../listingUrls.ts'
import { StateBadge } from '../StateBadge.tsx'
import { useCopyListingLink } from '../useShareListing.ts'
import type { ListingFormValues } from './listingFormValues.ts'
import classes from './PublishPanel.module.css'

const stateTexts: Record<ListingState, string> = {
  draft: 'Buyers can’t see it yet.',
  published: 'Anyone with the link can view it.',
  archived: 'Archived. Only you can see it.',
}

interface PublishPanelProps {
  /** Missing until the first save. */
  listing?: OwnListing
  onShare: () => void
  children: ReactNode
}

/** The listing's state, what is missing, and its link. */
export function PublishPanel({ listing, onShare, children }: PublishPanelProps) {
  const state = listing?.state ?? 'draft'
  const isGone = state === 'published' && (listing?.status === 'sold' || listing?.status === 'withdrawn')
  return (
    <section className={classes.panel} aria-label="Publish">
      <div className={classes.state}>
        <StateBadge state={state} status={listing?.status ?? 'available'} />
        <span>{isGone ? 'The public page says it’s no longer available.' : stateTexts[state]}</span>
      </div>
      {children}
      {listing && state !== 'archived' && <PublicLink listing={listing} onShare={onShare} />}
    </section>
  )
}

function PublicLink({ listing, onShare }: { listing: OwnListing; onShare: () => void }) {
  const { slug, state } = listing
  const { link, copy } = useCopyListingLink(listing)
  return (
    <div>
      <div className={classes.address}>
        <span>{link.replace(/^https?:\/\//, '')}</span>
        <Button variant="subtle" size="compact-sm" leftSection={<IconCopy {...icon} size={16} />} onClick={copy}>
          Copy link
        </Button>
      </div>
      <div className={classes.ways}>
        {state === 'published' && (
          <Anchor href={publicListingPath(slug)} target="_blank" rel="noreferrer">
            <IconExternalLink {...icon} size={16} /> View public page
          </Anchor>
        )}
        <Anchor component="button" type="button" onClick={onShare} aria-haspopup="dialog">
          <IconQrcode {...icon} size={16} /> QR code and poster
        </Anchor>
        <TextLink to="/portal/analytics" search={{ listingId: listing.id }}>
          <IconChartBar {...icon} size={16} /> Analytics
        </TextLink>
      </div>
      {state !== 'published' && <p className={classes.hint}>The link works once you publish the listing.</p>}
    </div>
  )
}

interface ReadinessPoint {
  label: string
  ready: boolean
  /** It is the same for all listings. */
  isInSettings?: boolean
  /** Shown while it is missing. */
  hint?: string
}

/** A checklist of what the listing has and lacks. */
export function ReadinessList({ points, isOut }: { points: ReadinessPoint[]; isOut: boolean }) {
  const ready = points.filter((point) => point.ready).length
  return (
    <div>
      <p className={classes.score}>
        <strong>{readinessHeading(ready === points.length, isOut)}</strong>
        <span>
          {ready} of {points.length}
        </span>
      </p>
      <div className={classes.meter} aria-hidden="true">
        <span style={{ width: `${(100 * ready) / points.length}%` }} />
      </div>
      <ul className={classes.points}>
        {points.map((point) => (
          <li key={point.label} data-ready={point.ready || undefined}>
            {point.ready ? <IconCircleCheckFilled {...icon} /> : <IconCircle {...icon} />}
            {point.isInSettings && !point.ready ? (
              <TextLink to="/portal/settings" hash="profile">
                {point.label}
              </TextLink>
            ) : (
              point.label
            )}
            <VisuallyHidden>{point.ready ? ': done' : ': missing'}</VisuallyHidden>
          </li>
        ))}
      </ul>
      {points.map(
        ({ label, ready, hint }) =>
          hint &&
          !ready && (
            <p key={label} className={classes.hint}>
              {hint}
            </p>
          ),
      )}
    </div>
  )
}

function readinessHeading(isComplete: boolean, isOut: boolean) {
  if (isOut) return isComplete ? 'Listing complete' : 'Listing incomplete'
  return isComplete ? 'Ready to publish' : 'Ready to publish?'
}

export interface ListingCompleteness {
  photoCount: number
  documentCount: number
  /** Of what buyers see of the agent: "a photo". Not known of a colleague whose listing this is. */
  missingContactDetails?: string[]
}

/** The points of the checklist. Only the title is required to publish. */
export const checkReadiness = (
  values: Pick<ListingFormValues, 'title' | 'subtitle' | 'description' | keyof Address>,
  { photoCount, documentCount, missingContactDetails }: ListingCompleteness,
): ReadinessPoint[] => [
  { label: 'A title', ready: values.title.trim() !== '' || titleFromAddress(values) !== '' },
  { label: 'A subtitle', ready: values.subtitle.trim() !== '' },
  { label: 'A description', ready: plainDescription(values.description) !== '' },
  { label: 'A cover photo', ready: photoCount > 0 },
  { label: 'At least one document', ready: documentCount > 0 },
  ...(missingContactDetails
    ? [
        {
          label: 'Your contact card',
          ready: missingContactDetails.length === 0,
          isInSettings: true,
          hint: `To complete your contact card, add ${joinWithAnd(missingContactDetails)}.`,
        },
      ]
    : []),
]

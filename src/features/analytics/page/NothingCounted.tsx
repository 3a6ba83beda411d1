import { IconChartBar, IconFilterOff } from '@tabler/icons-react'
import { EmptyPlace } from '#ui/EmptyPlace.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import type { AnalyticsWish } from './analyticsWish.ts'

/** Nobody has come yet. */
export const NothingYet = () => (
  <EmptyPlace
    icon={<IconChartBar {...icon} />}
    ghost="bars"
    title="Nothing to count yet"
    action={<ButtonLink to="/portal/listings">Go to listings</ButtonLink>}
  >
    See who looked at a listing, which documents they opened and how many became leads; by day, city and device. No
    cookies, no tracking across sites.
  </EmptyPlace>
)

/** What the address names, and is not there. */
export const missingWords = ({ listingId, leadId, fileId }: AnalyticsWish) =>
  [listingId && 'Listing', leadId && 'Buyer', fileId && 'Document'].filter(Boolean).join(' or ').concat(' not found')

/** There is something to count, but not this. */
export const NothingFound = ({ missing }: { missing?: string }) => (
  <EmptyPlace
    icon={<IconFilterOff {...icon} />}
    title={missing ?? 'Nothing for these filters'}
    action={
      <ButtonLink to="/portal/analytics" search={{}} preload={false} variant="default">
        Clear filters
      </ButtonLink>
    }
  >
    {missing
      ? 'It may have been removed since the link was made.'
      : 'Nobody came in these days, or nobody who fits. Choose more days, or take a filter away.'}
  </EmptyPlace>
)

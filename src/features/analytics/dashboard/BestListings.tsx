import { Link } from '@tanstack/react-router'
import { counted } from '#ui/amounts.ts'
import { SectionCard } from '#ui/SectionCard.tsx'
import type { BestListing } from '../analytics.ts'
import { BarList } from '../charts/BarList.tsx'
import classes from './BestListings.module.css'
import type { DashboardRange } from './dashboardRange.ts'

interface BestListingsProps {
  listings: readonly BestListing[]
  range: DashboardRange
}

/** What buyers look at, the most viewed first. */
export const BestListings = ({ listings, range }: BestListingsProps) => (
  <SectionCard dense title="Listings by interest" action={<span className={classes.unit}>Views</span>}>
    <div className={classes.body}>
      {listings.length > 0 ? (
        <BarList
          label="Listings by interest"
          noun="view"
          bars={listings.map(({ id, title, views, leads }) => ({
            id,
            label: title,
            value: views,
            note: leads > 0 ? counted(leads, 'lead') : undefined,
          }))}
          link={(listingId, row) => <Link to="/portal/analytics" search={{ listingId, range }} {...row} />}
        />
      ) : (
        <p className={classes.none}>Nobody has looked at a listing in this time.</p>
      )}
    </div>
  </SectionCard>
)

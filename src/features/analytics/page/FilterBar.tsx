import { Switch } from '@mantine/core'
import { CsvButton } from '#ui/CsvButton.tsx'
import { type FindListings, ListingSelect } from '#ui/ListingSelect.tsx'
import type { AnalyticsWish } from './analyticsWish.ts'
import classes from './FilterBar.module.css'
import { FilterChips } from './FilterChips.tsx'
import { csvAddress } from './filters.ts'
import type { Named } from './names.ts'
import { RangeFilter } from './RangeFilter.tsx'

export interface FilterBarProps {
  wish: AnalyticsWish
  onWish: (change: Partial<AnalyticsWish>) => void
  findListings: FindListings
  timeZone: string
  named: Named
}

/** What is counted, and over which days. */
export const FilterBar = ({ wish, onWish, findListings, timeZone, named }: FilterBarProps) => (
  <div className={classes.bar}>
    <ListingSelect
      className={classes.listing}
      aria-label="Listing"
      placeholder="Every listing"
      clearable
      findListings={findListings}
      value={wish.listingId || null}
      valueTitle={named.listing}
      onChoose={(listingId) => onWish({ listingId: listingId ?? '' })}
    />
    <RangeFilter wish={wish} onWish={onWish} timeZone={timeZone} />
    <Switch
      className={classes.compare}
      label="Compare"
      aria-label="Compare with the days before"
      checked={wish.compare}
      onChange={(event) => onWish({ compare: event.currentTarget.checked })}
    />
    <CsvButton className={classes.export} href={csvAddress(wish)} />
    <FilterChips wish={wish} named={named} />
  </div>
)

import { Button, Switch } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type FindListings, ListingSelect } from '#ui/ListingSelect.tsx'
import { icon } from '#ui/theme.ts'
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
    <Button
      component="a"
      className={classes.export}
      href={csvAddress(wish)}
      download
      variant="default"
      aria-label="Export CSV"
    >
      <IconDownload {...icon} size={16} />
      <span className={classes.exportWord}>Export CSV</span>
    </Button>
    <FilterChips wish={wish} named={named} />
  </div>
)

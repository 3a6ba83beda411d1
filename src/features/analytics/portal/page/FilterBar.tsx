import { Switch, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FindListings, ListingSelect } from '#features/listings/portal/ListingSelect.tsx'
import { subtractDays, todayIn } from '#ui/format/dates.ts'
import { TextLink } from '#ui/links.tsx'
import { DateRangeFields, ExportCsvButton } from '#ui/table/ListFilters.tsx'
import { icon } from '#ui/theme/theme.ts'
import { type DateRange, dateRanges } from '../../dateRanges.ts'
import { DateRangeSelect } from '../DateRangeSelect.tsx'
import { type AnalyticsSearch, clearFilters, csvUrl } from './analyticsSearch.ts'
import classes from './FilterBar.module.css'
import { RemoveFilterLink } from './FilterLink.tsx'
import { type FilterNames, filterChips } from './filterNames.ts'

export interface FilterBarProps {
  search: AnalyticsSearch
  onSearchChange: (change: Partial<AnalyticsSearch>) => void
  findListings: FindListings
  timeZone: string
  names: FilterNames
}

export const FilterBar = ({ search, onSearchChange, findListings, timeZone, names }: FilterBarProps) => (
  <div className={classes.bar}>
    <ListingSelect
      className={classes.listing}
      aria-label="Listing"
      placeholder="All listings"
      clearable
      findListings={findListings}
      value={search.listingId || null}
      valueTitle={names.listing}
      onChoose={(listingId) => onSearchChange({ listingId: listingId ?? '' })}
    />
    <DateRangeFilter search={search} onSearchChange={onSearchChange} timeZone={timeZone} />
    <Switch
      className={classes.compare}
      label="Compare"
      aria-label="Compare with the period before"
      checked={search.compare}
      onChange={(event) => onSearchChange({ compare: event.currentTarget.checked })}
    />
    <ExportCsvButton className={classes.export} href={csvUrl(search)} />
    <FilterChips search={search} names={names} />
  </div>
)

/** A fixed range, or custom days. */
function DateRangeFilter({
  search,
  onSearchChange,
  timeZone,
}: Pick<FilterBarProps, 'search' | 'onSearchChange' | 'timeZone'>) {
  const today = todayIn(timeZone)
  const selectRange = (range: DateRange) =>
    onSearchChange(
      range === 'custom' ? { range, from: subtractDays(today, 29), to: today } : { range, from: '', to: '' },
    )
  return (
    <>
      <DateRangeSelect className={classes.range} choices={dateRanges} range={search.range} onRange={selectRange} />
      {search.range === 'custom' && (
        <DateRangeFields
          className={classes.days}
          from={search.from}
          to={search.to}
          today={today}
          onDays={onSearchChange}
        />
      )}
    </>
  )
}

/** The other filters, each with a cross to remove it. */
function FilterChips({ search, names }: { search: AnalyticsSearch; names: FilterNames }) {
  const chips = filterChips(search, names)
  if (chips.length === 0) return null
  return (
    <ul className={classes.chips} aria-label="Filters">
      {chips.map(({ by, label, value }) => (
        <li key={by}>
          <RemoveFilterLink search={search} by={by} className={classes.chip}>
            <VisuallyHidden>Remove filter </VisuallyHidden>
            <span className={classes.label}>{label}</span>{' '}
            <span className={classes.value}>
              <bdi>{value}</bdi>
            </span>
            <IconX {...icon} size={14} />
          </RemoveFilterLink>
        </li>
      ))}
      <li>
        <TextLink
          to="/portal/analytics"
          search={clearFilters(search)}
          resetScroll={false}
          preload={false}
          activeOptions={{ exact: true }}
          className={classes.clear}
          inherit
        >
          Clear all
        </TextLink>
      </li>
    </ul>
  )
}

import { Switch, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { WhoseSelect } from '#features/agencies/portal/WhoseSelect.tsx'
import { type FindListings, ListingFilter } from '#features/listings/portal/ListingSelect.tsx'
import { addDays, todayIn } from '#ui/format/dates.ts'
import { TextLink } from '#ui/links.tsx'
import { DateRangeFields, ExportCsvButton, FilterBar, FilterSelect } from '#ui/table/ListFilters.tsx'
import { icon } from '#ui/theme/theme.ts'
import { type DateRangeOption, dateRangeLabels, dateRangeOptions } from '../../dateRanges.ts'
import classes from './AnalyticsFilters.module.css'
import { type AnalyticsSearch, analyticsCsvUrl, clearFilters } from './analyticsSearch.ts'
import { RemoveFilterLink } from './FilterLink.tsx'
import { type FilterNames, filterChips } from './filterNames.ts'

export interface AnalyticsFiltersProps {
  search: AnalyticsSearch
  onSearchChange: (change: Partial<AnalyticsSearch>) => void
  findListings: FindListings
  timeZone: string
  names: FilterNames
}

export const AnalyticsFilters = ({ search, onSearchChange, findListings, timeZone, names }: AnalyticsFiltersProps) => (
  <FilterBar>
    <WhoseSelect value={search.whose} onSelect={(whose) => onSearchChange({ whose })} />
    <ListingFilter
      findListings={findListings}
      listing={search.listingId}
      title={names.listing}
      onSelect={(listingId) => onSearchChange({ listingId })}
    />
    <DateRangeFilter search={search} onSearchChange={onSearchChange} timeZone={timeZone} />
    <Switch
      className={classes.compare}
      label="Compare"
      aria-label="Compare with the previous period"
      checked={search.compare}
      onChange={(event) => onSearchChange({ compare: event.currentTarget.checked })}
    />
    <ExportCsvButton href={analyticsCsvUrl(search)} />
    <FilterChips search={search} names={names} />
  </FilterBar>
)

const rangeOptions = dateRangeOptions.map((range) => ({ value: range, label: dateRangeLabels[range] }))

/** A fixed range, or custom days. */
function DateRangeFilter({
  search,
  onSearchChange,
  timeZone,
}: Pick<AnalyticsFiltersProps, 'search' | 'onSearchChange' | 'timeZone'>) {
  const today = todayIn(timeZone)
  const selectRange = (range: DateRangeOption) =>
    onSearchChange(range === 'custom' ? { range, from: addDays(today, -29), to: today } : { range, from: '', to: '' })
  return (
    <>
      <FilterSelect label="Range" options={rangeOptions} value={search.range} onSelect={selectRange} />
      {search.range === 'custom' && (
        <DateRangeFields from={search.from} to={search.to} today={today} onDays={onSearchChange} />
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

import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FindListings, ListingSelect } from '#features/listings/portal/ListingSelect.tsx'
import { subtractDays, todayIn } from '#ui/format/dates.ts'
import { ChipLink, Chips, DateRangeFields, ExportCsvButton, SearchField } from '#ui/table/ListFilters.tsx'
import { leadCountsQuery } from '../leads.functions.ts'
import { type LeadSort, type LeadsSearch, leadStatuses, leadsCsvUrl, statusLabels } from '../leadsSearch.ts'
import classes from './LeadsPage.module.css'

const sortOptions: { value: LeadSort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: 'seen', label: 'Last seen' },
]

interface LeadsFiltersProps {
  search: LeadsSearch
  onSearchChange: (change: Partial<LeadsSearch>) => void
  findListings: FindListings
  /** What the chosen listing is called, where that is known. */
  listingTitle?: string
  timeZone: string
}

export const LeadsFilters = ({ search, onSearchChange, findListings, listingTitle, timeZone }: LeadsFiltersProps) => (
  <div className={classes.bar}>
    <StatusFilter search={search} />
    <SearchField
      className={classes.search}
      label="Search leads"
      value={search.search}
      onSearch={(search) => onSearchChange({ search })}
    />
    <ExportCsvButton className={classes.export} href={leadsCsvUrl(search)} />
    <ListingSelect
      className={classes.listing}
      aria-label="Listing"
      placeholder="All listings"
      clearable
      findListings={findListings}
      value={search.listing || null}
      valueTitle={listingTitle}
      onChoose={(listing) => onSearchChange({ listing: listing ?? '' })}
    />
    <DayFilter search={search} onSearchChange={onSearchChange} timeZone={timeZone} />
    <NativeSelect
      className={classes.choice}
      aria-label="Sort"
      data={sortOptions}
      value={search.sort}
      onChange={(event) => onSearchChange({ sort: sortOptions[event.currentTarget.selectedIndex]?.value })}
    />
  </div>
)

/** New leads are those that need a reply: the sidebar and the dashboard count the same ones. */
const filterLabels = { ...statusLabels, new: 'Needs a reply' }

function StatusFilter({ search }: { search: LeadsSearch }) {
  const { data: counts } = useQuery(leadCountsQuery)
  const all = counts && leadStatuses.reduce((sum, status) => sum + counts[status], 0)
  const choices = [
    { status: '', words: 'All', count: all },
    ...leadStatuses.map((status) => ({ status, words: filterLabels[status], count: counts?.[status] })),
    { status: 'archived', words: 'Archived', count: counts?.archived },
  ] as const
  return (
    <Chips label="Filter by status">
      {choices.map(({ status, words, count }) => (
        <ChipLink
          key={words}
          to="/portal/leads"
          search={{ ...search, status, lead: '' }}
          resetScroll={false}
          on={status === search.status}
          count={count}
        >
          {words}
        </ChipLink>
      ))}
    </Chips>
  )
}

/** "The last 7 days" begins six days before today. */
const dayRanges = [
  { days: 1, label: 'Today' },
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 90, label: 'Last 90 days' },
] as const

export const startOfRange = (today: string, days: number) => subtractDays(today, days - 1)

interface DayFilterProps {
  search: LeadsSearch
  onSearchChange: (change: Partial<LeadsSearch>) => void
  timeZone: string
}

const dayOptions = [
  { value: '', label: 'Any time' },
  ...dayRanges.map(({ days, label }) => ({ value: String(days), label })),
  { value: 'own', label: 'Custom dates' },
]

/** When they arrived: a usual span, or days of one's own. */
function DayFilter({ search: { from, to }, onSearchChange, timeZone }: DayFilterProps) {
  const [isChoosing, setChoosing] = useState(false)
  const today = todayIn(timeZone)
  const span = dayRanges.find(({ days }) => from === startOfRange(today, days) && !to)
  const chosen = isChoosing || to || (from && !span) ? 'own' : span ? String(span.days) : ''
  const choose = (value: string) => {
    setChoosing(value === 'own')
    if (value !== 'own') onSearchChange({ from: value && startOfRange(today, Number(value)), to: '' })
  }
  return (
    <>
      <NativeSelect
        className={classes.choice}
        aria-label="Received"
        data={dayOptions}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {chosen === 'own' && (
        <DateRangeFields className={classes.days} from={from} to={to} today={today} onDays={onSearchChange} />
      )}
    </>
  )
}

import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChipLink, Chips } from '#ui/Chips.tsx'
import { ExportCsvButton } from '#ui/CsvButton.tsx'
import { type FindListings, ListingSelect } from '#ui/ListingSelect.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { type LeadSort, leadStatuses, statusLabels } from '../leadChoices.ts'
import { leadCountsQuery } from '../leads.functions.ts'
import { DayFilter } from './DayFilter.tsx'
import classes from './LeadsPage.module.css'
import { leadsCsvUrl, type LeadsSearch } from './leadsWish.ts'

const sortOptions: { value: LeadSort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: 'seen', label: 'Last seen' },
]

interface LeadsFiltersProps {
  wish: LeadsSearch
  onWish: (change: Partial<LeadsSearch>) => void
  findListings: FindListings
  /** What the chosen listing is called, where that is known. */
  listingTitle?: string
  timeZone: string
}

export const LeadsFilters = ({ wish, onWish, findListings, listingTitle, timeZone }: LeadsFiltersProps) => (
  <div className={classes.bar}>
    <StatusFilter wish={wish} />
    <SearchField
      className={classes.search}
      label="Search leads"
      value={wish.search}
      onSearch={(search) => onWish({ search })}
    />
    <ExportCsvButton className={classes.export} href={leadsCsvUrl(wish)} />
    <ListingSelect
      className={classes.listing}
      aria-label="Listing"
      placeholder="All listings"
      clearable
      findListings={findListings}
      value={wish.listing || null}
      valueTitle={listingTitle}
      onChoose={(listing) => onWish({ listing: listing ?? '' })}
    />
    <DayFilter wish={wish} onWish={onWish} timeZone={timeZone} />
    <NativeSelect
      className={classes.choice}
      aria-label="Sort"
      data={sortOptions}
      value={wish.sort}
      onChange={(event) => onWish({ sort: sortOptions[event.currentTarget.selectedIndex]?.value })}
    />
  </div>
)

/** New leads are those that need a reply: the sidebar and the dashboard count the same ones. */
const filterLabels = { ...statusLabels, new: 'Needs a reply' }

function StatusFilter({ wish }: { wish: LeadsSearch }) {
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
          search={{ ...wish, status, lead: '' }}
          resetScroll={false}
          on={status === wish.status}
          count={count}
        >
          {words}
        </ChipLink>
      ))}
    </Chips>
  )
}

import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { WhoseSelect } from '#features/agencies/portal/WhoseSelect.tsx'
import { ChipLink, Chips, ExportCsvButton, FilterSelect, ListFilterBar, SearchField } from '#ui/table/ListFilters.tsx'
import { icon } from '#ui/theme/theme.ts'
import { listingCountsQuery } from '../listings.functions.ts'
import { type ListingSort, type ListingsSearch, listingStates, listingsCsvUrl } from '../listingsSearch.ts'
import classes from './ListingsFilters.module.css'
import { stateLabels } from './StateBadge.tsx'

const sortOptions: { value: ListingSort; label: string }[] = [
  { value: 'changed', label: 'Last edited' },
  { value: 'created', label: 'Newest first' },
  { value: 'title', label: 'Title, A to Z' },
]

const viewOptions = [
  { value: 'grid', label: <ViewName Icon={IconLayoutGrid} name="Cards" /> },
  { value: 'table', label: <ViewName Icon={IconList} name="Table" /> },
] satisfies { value: ListingsView; label: unknown }[]

export type ListingsView = 'grid' | 'table'

interface ListingsFiltersProps {
  search: ListingsSearch
  onSearchChange: (change: Partial<ListingsSearch>) => void
  view: ListingsView
  onView: (view: ListingsView) => void
}

export const ListingsFilters = ({ search, onSearchChange, view, onView }: ListingsFiltersProps) => (
  <ListFilterBar
    noun="listings"
    chips={<StateFilter search={search} />}
    search={
      <SearchField label="Search listings" value={search.search} onSearch={(search) => onSearchChange({ search })} />
    }
    activeCount={[search.state, search.whose].filter(Boolean).length}
    onClear={() => onSearchChange({ state: '', whose: '' })}
  >
    <WhoseSelect value={search.whose} onSelect={(whose) => onSearchChange({ whose })} />
    <FilterSelect
      label="Sort"
      options={sortOptions}
      value={search.sort}
      onSelect={(sort) => onSearchChange({ sort })}
    />
    <ExportCsvButton href={listingsCsvUrl(search)} />
    <SegmentedControl aria-label="View" data={viewOptions} value={view} onChange={onView} />
  </ListFilterBar>
)

function ViewName({ Icon, name }: { Icon: typeof IconList; name: string }) {
  return (
    <span className={classes.view}>
      <Icon {...icon} />
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
}

function StateFilter({ search }: { search: ListingsSearch }) {
  const { data: counts } = useQuery(listingCountsQuery(search.whose))
  const choices = [
    { state: '', label: 'All', count: counts && counts.draft + counts.published },
    ...listingStates.map((state) => ({ state, label: stateLabels[state], count: counts?.[state] })),
  ] as const
  return (
    <Chips label="Filter by status">
      {choices.map(({ state, label, count }) => (
        <ChipLink
          key={label}
          to="/portal/listings"
          search={{ ...search, state }}
          resetScroll={false}
          on={state === search.state}
          count={count}
        >
          {label}
        </ChipLink>
      ))}
    </Chips>
  )
}

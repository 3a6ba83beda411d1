import { NativeSelect, Progress } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FindListings, ListingSelect } from '#features/listings/portal/ListingSelect.tsx'
import { STORAGE_QUOTA_BYTES } from '#platform/storage/storage.ts'
import { formatBytes } from '#ui/format/format.ts'
import { SearchField } from '#ui/table/ListFilters.tsx'
import { icon } from '#ui/theme/theme.ts'
import { storageQuery } from '../files.functions.ts'
import type { FilesSearch } from '../filesSearch.ts'
import { documentKindOptions } from './DocumentKindSelect.tsx'
import classes from './FilesPage.module.css'
import { UploadButton } from './uploads/UploadButton.tsx'

const kindOptions = [
  { value: '', label: 'All types' },
  { value: 'image', label: 'Photo' },
  ...documentKindOptions,
] as const
const stateOptions = [
  { value: '', label: 'All statuses' },
  { value: 'ready', label: 'Ready' },
  { value: 'processing', label: 'Preparing' },
  { value: 'failed', label: 'Needs attention' },
  { value: 'archived', label: 'Archived' },
] as const
const sortOptions = [
  { value: 'newest', label: 'Newest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: 'size', label: 'Largest first' },
] as const

interface FilesFiltersProps {
  search: FilesSearch
  onSearchChange: (change: Partial<FilesSearch>) => void
  findListings: FindListings
  /** What the chosen listing is called, once its files are there. */
  listingTitle?: string
}

export const FilesFilters = ({ search, onSearchChange, findListings, listingTitle }: FilesFiltersProps) => (
  <>
    <div className={classes.top}>
      <StorageUsed />
      <UploadButton label="Upload files" size="sm" variant="filled" place={{}} leftSection={<IconUpload {...icon} />} />
    </div>
    <div className={classes.bar}>
      <SearchField
        className={classes.search}
        label="Search files"
        value={search.search}
        onSearch={(search) => onSearchChange({ search })}
      />
      <ListingSelect
        className={classes.listing}
        aria-label="Listing"
        placeholder="All listings"
        clearable
        findListings={findListings}
        before={[{ value: 'none', label: 'No listing' }]}
        value={search.listing || null}
        valueTitle={listingTitle}
        onChoose={(listing) => onSearchChange({ listing: listing ?? '' })}
      />
      <FilterSelect label="Type" data={kindOptions} value={search.kind} onChoose={(kind) => onSearchChange({ kind })} />
      <FilterSelect
        label="Status"
        data={stateOptions}
        value={search.state}
        onChoose={(state) => onSearchChange({ state })}
      />
      <FilterSelect label="Sort" data={sortOptions} value={search.sort} onChoose={(sort) => onSearchChange({ sort })} />
    </div>
  </>
)

interface FilterSelectProps<Value extends string> {
  label: string
  data: readonly { value: Value; label: string }[]
  value: Value
  onChoose: (value: Value) => void
}

function FilterSelect<Value extends string>({ label, data, value, onChoose }: FilterSelectProps<Value>) {
  return (
    <NativeSelect
      className={classes.choice}
      aria-label={label}
      data={[...data]}
      value={value}
      onChange={(event) => {
        const chosen = data[event.currentTarget.selectedIndex]
        if (chosen) onChoose(chosen.value)
      }}
    />
  )
}

/** From here on the agent should know. */
const NEARLY_FULL_PERCENT = 90

function StorageUsed() {
  const { data } = useQuery(storageQuery)
  const percent = data ? (data.used / data.quota) * 100 : 0
  return (
    <div className={classes.storage}>
      <span>
        {data ? `${formatBytes(data.used)} of ${formatBytes(data.quota)} used` : 'Storage'}
        {data?.isTrial && ` · ${formatBytes(STORAGE_QUOTA_BYTES)} after your trial`}
      </span>
      <Progress
        // A little is not nothing.
        value={data?.used ? Math.max(1, percent) : 0}
        size={6}
        color={percent >= NEARLY_FULL_PERCENT ? 'orange.8' : 'teal.9'}
        aria-label="Storage used"
      />
    </div>
  )
}

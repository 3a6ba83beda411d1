import { Progress } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { WhoseSelect } from '#features/agencies/portal/WhoseSelect.tsx'
import { type FindListings, ListingFilter } from '#features/listings/portal/ListingSelect.tsx'
import { formatBytes } from '#ui/format/format.ts'
import { FilterSelect, ListFilterBar, SearchField } from '#ui/table/ListFilters.tsx'
import { icon } from '#ui/theme/theme.ts'
import { storageQuery } from '../files.functions.ts'
import { countFileFilters, type FilesSearch, noFileFilters } from '../filesSearch.ts'
import { documentTypeOptions } from './DocumentTypeSelect.tsx'
import classes from './FilesPage.module.css'
import { UploadButton } from './uploads/UploadButton.tsx'

const kindOptions = [
  { value: '', label: 'All types' },
  { value: 'image', label: 'Photo' },
  ...documentTypeOptions,
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
  /** The title of the selected listing, once its files are loaded. */
  listingTitle?: string
}

export const FilesFilters = ({ search, onSearchChange, findListings, listingTitle }: FilesFiltersProps) => (
  <>
    <div className={classes.top}>
      <StorageUsed />
      <UploadButton label="Upload files" size="sm" variant="filled" place={{}} leftSection={<IconUpload {...icon} />} />
    </div>
    <ListFilterBar
      noun="files"
      search={
        <SearchField label="Search files" value={search.search} onSearch={(search) => onSearchChange({ search })} />
      }
      activeCount={countFileFilters(search)}
      onClear={() => onSearchChange(noFileFilters)}
    >
      <WhoseSelect value={search.whose} onSelect={(whose) => onSearchChange({ whose })} />
      <ListingFilter
        findListings={findListings}
        before={[{ value: 'none', label: 'No listing' }]}
        listing={search.listing}
        title={listingTitle}
        onSelect={(listing) => onSearchChange({ listing })}
      />
      <FilterSelect
        label="Type"
        options={kindOptions}
        value={search.kind}
        onSelect={(kind) => onSearchChange({ kind })}
      />
      <FilterSelect
        label="Status"
        options={stateOptions}
        value={search.state}
        onSelect={(state) => onSearchChange({ state })}
      />
      <FilterSelect
        label="Sort"
        options={sortOptions}
        value={search.sort}
        onSelect={(sort) => onSearchChange({ sort })}
      />
    </ListFilterBar>
  </>
)

/** From here on the bar changes its colour. */
const NEARLY_FULL_PERCENT = 90

function StorageUsed() {
  const { data } = useQuery(storageQuery)
  const percent = data ? (data.used / data.quota) * 100 : 0
  return (
    <div className={classes.storage}>
      <span>
        {data ? `${formatBytes(data.used)} of ${formatBytes(data.quota)} used` : 'Storage'}
        {data?.isTrial && ` · ${formatBytes(data.paidQuota)} after your trial`}
      </span>
      <Progress
        // Even a little is visible.
        value={data?.used ? Math.max(1, percent) : 0}
        size={6}
        color={percent >= NEARLY_FULL_PERCENT ? 'orange.8' : 'teal.9'}
        aria-label="Storage used"
      />
    </div>
  )
}

import { Pagination } from '@mantine/core'
import { IconFiles, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FindListings } from '#features/listings/portal/ListingSelect.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { formatCount } from '#ui/format/format.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { RowFrame } from '#ui/table/RowTable.tsx'
import { SelectionBar, useSelection } from '#ui/table/selection.tsx'
import { icon } from '#ui/theme/theme.ts'
import { filesQuery, type ListedFile } from '../files.functions.ts'
import { defaultFilesSearch, FILES_PER_PAGE, type FilesSearch, filesQueryInput, hasFilters } from '../filesSearch.ts'
import { AgentReader } from './AgentReader.tsx'
import { FilesFilters } from './FilesFilters.tsx'
import classes from './FilesPage.module.css'
import { FileRow, FilesSkeleton, FilesTable } from './FilesTable.tsx'
import { MoveFilesDialog } from './MoveFilesDialog.tsx'
import { DropZone } from './uploads/DropZone.tsx'
import { UploadButton } from './uploads/UploadButton.tsx'
import { useFileActions } from './useFileActions.ts'

interface FilesPageProps {
  search: FilesSearch
  onSearchChange: (change: Partial<FilesSearch>) => void
  findListings: FindListings
  timeZone: string
}

/** All files, of every listing and of none. */
export function FilesPage({ search, onSearchChange, findListings, timeZone }: FilesPageProps) {
  const list = useQuery({ ...filesQuery(filesQueryInput(search)), placeholderData: keepPreviousData })
  const [previewed, setPreviewed] = useState<ListedFile>()
  const { files = [], total = 0 } = list.data ?? {}
  const hasNone = list.data && total === 0 && !hasFilters(search)
  const filter = (change: Partial<FilesSearch>) => onSearchChange({ page: 1, ...change })
  return (
    <>
      {!hasNone && (
        <FilesFilters
          search={search}
          onSearchChange={filter}
          findListings={findListings}
          listingTitle={files.find(({ listingId }) => listingId === search.listing)?.listingTitle ?? undefined}
        />
      )}
      {list.isPending && <FilesSkeleton />}
      {list.isError && !list.data && (
        <RowFrame>
          <SectionError what="Your files" busy={list.isFetching} onRetry={list.refetch} />
        </RowFrame>
      )}
      {hasNone && <NoFiles />}
      {list.data && !hasNone && files.length === 0 && <NoMatchingFiles search={search} />}
      {files.length > 0 && (
        <FilesList
          files={files}
          total={total}
          page={search.page}
          isOld={list.isPlaceholderData}
          timeZone={timeZone}
          findListings={findListings}
          onPage={(page) => onSearchChange({ page })}
          onPreview={setPreviewed}
        />
      )}
      <AgentReader file={previewed} files={files} onOpen={setPreviewed} />
      <DropZone />
    </>
  )
}

interface FilesListProps {
  files: ListedFile[]
  total: number
  page: number
  /** The next ones are on their way. */
  isOld: boolean
  timeZone: string
  findListings: FindListings
  onPage: (page: number) => void
  onPreview: (file: ListedFile) => void
}

function FilesList({ files, total, page, isOld, timeZone, findListings, onPage, onPreview }: FilesListProps) {
  const selection = useSelection(files)
  const { chosen } = selection
  const [moving, setMoving] = useState<readonly ListedFile[]>([])
  const { archive, restore, remove } = useFileActions()
  const pages = Math.ceil(total / FILES_PER_PAGE)
  const areAllArchived = chosen.every(({ state }) => state === 'archived' || state === 'deleted')
  const canDelete = chosen.every(({ state }) => state === 'archived')
  const act = (action: (files: readonly ListedFile[]) => void) => () => {
    action(chosen)
    selection.clear()
  }
  return (
    <div className={classes.list} data-old={isOld || undefined}>
      <FilesTable
        allChosen={chosen.length === files.length}
        someChosen={chosen.length > 0}
        onAll={chosen.length === files.length ? selection.clear : selection.all}
      >
        {files.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            timeZone={timeZone}
            chosen={selection.has(file.id)}
            onChoose={() => selection.toggle(file.id)}
            onPreview={() => onPreview(file)}
            onMove={() => setMoving([file])}
          />
        ))}
      </FilesTable>
      <div className={classes.foot}>
        <span>{formatCount(total, 'file')}</span>
        {pages > 1 && (
          <Pagination
            size="sm"
            total={pages}
            value={page}
            onChange={onPage}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
          />
        )}
      </div>
      <SelectionBar
        label="Selected files"
        count={chosen.length}
        onClear={selection.clear}
        onMove={() => setMoving(chosen)}
        onArchive={areAllArchived ? undefined : act(archive)}
        onRestore={areAllArchived ? act(restore) : undefined}
        onDelete={canDelete ? act(remove) : undefined}
      />
      <MoveFilesDialog
        files={moving}
        findListings={findListings}
        onClose={() => setMoving([])}
        onMoved={selection.clear}
      />
    </div>
  )
}

/** Nobody's first file yet. */
const NoFiles = () => (
  <EmptyState
    icon={<IconFiles {...icon} />}
    placeholder="rows"
    title="No files yet"
    action={
      <>
        <UploadButton label="Upload files" size="sm" variant="filled" place={{}} />
        <ButtonLink to="/portal/listings" variant="default">
          Go to listings
        </ButtonLink>
      </>
    }
  >
    Find, rename, replace and move the photos and documents of all your listings here. Drop files anywhere on this page,
    or add them to a listing.
  </EmptyState>
)

/** There are files, but not these. */
function NoMatchingFiles({ search }: { search: FilesSearch }) {
  const title = search.search ? `No results for “${search.search}”` : 'No files match these filters'
  return (
    <EmptyState
      icon={<IconSearch {...icon} />}
      title={title}
      action={
        <ButtonLink to="/portal/files" search={{ ...defaultFilesSearch, sort: search.sort }} variant="default">
          {hasFilters(search) ? 'Show all files' : 'Show the first page'}
        </ButtonLink>
      }
    >
      We searched file names, original file names and listing titles.
    </EmptyState>
  )
}

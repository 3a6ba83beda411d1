import { IconFiles, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FindListings } from '#features/listings/portal/ListingSelect.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { formatCount } from '#ui/format/format.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { LoadMore } from '#ui/table/LoadMore.tsx'
import { RowFrame } from '#ui/table/RowTable.tsx'
import { SelectionBar, useSelection } from '#ui/table/selection.tsx'
import { icon } from '#ui/theme/theme.ts'
import { filesQuery, type ListedFile } from '../files.functions.ts'
import { defaultFilesSearch, type FilesSearch, filesQueryInput, hasFilters } from '../filesSearch.ts'
import { FilePreview } from '../reader/FilePreview.tsx'
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
  const list = useInfiniteQuery({ ...filesQuery(filesQueryInput(search)), placeholderData: keepPreviousData })
  const [previewed, setPreviewed] = useState<ListedFile>()
  const files = list.data?.pages.flatMap((page) => page.files) ?? []
  const total = list.data?.pages[0]?.total ?? 0
  const hasNone = list.data && total === 0 && !hasFilters(search)
  return (
    <>
      {!hasNone && (
        <FilesFilters
          search={search}
          onSearchChange={onSearchChange}
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
          isOld={list.isPlaceholderData}
          timeZone={timeZone}
          findListings={findListings}
          onPreview={setPreviewed}
        >
          {list.hasNextPage && (
            <LoadMore
              busy={list.isFetchingNextPage}
              failed={list.isFetchNextPageError}
              onMore={() => void list.fetchNextPage()}
            />
          )}
        </FilesList>
      )}
      <FilePreview file={previewed} onClose={() => setPreviewed(undefined)} />
      <DropZone />
    </>
  )
}

interface FilesListProps {
  files: ListedFile[]
  total: number
  /** The next ones are on their way. */
  isOld: boolean
  timeZone: string
  findListings: FindListings
  onPreview: (file: ListedFile) => void
  children: ReactNode
}

function FilesList({ files, total, isOld, timeZone, findListings, onPreview, children }: FilesListProps) {
  const selection = useSelection(files)
  const { chosen } = selection
  const [moving, setMoving] = useState<readonly ListedFile[]>([])
  const { archive, restore, remove } = useFileActions()
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
      <p className={classes.foot}>{formatCount(total, 'file')}</p>
      {children}
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
          Show all files
        </ButtonLink>
      }
    >
      We searched file names, original file names and listing titles.
    </EmptyState>
  )
}

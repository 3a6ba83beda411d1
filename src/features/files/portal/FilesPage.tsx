import { IconFiles } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FindListings } from '#features/listings/portal/ListingSelect.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { formatCount } from '#ui/format/format.ts'
import { ButtonLink } from '#ui/links.tsx'
import { AllArchived, ListResult, NoMatches } from '#ui/table/ListResult.tsx'
import { SelectionBar, useSelection } from '#ui/table/selection.tsx'
import { icon } from '#ui/theme/theme.ts'
import { filesQuery, type ListedFile } from '../files.functions.ts'
import { defaultFilesSearch, type FilesSearch, filesQueryInput, hasFileFilters } from '../filesSearch.ts'
import { AgentReader } from './AgentReader.tsx'
import { FilesFilters } from './FilesFilters.tsx'
import classes from './FilesPage.module.css'
import { FileRow, FilesSkeleton, FilesTable } from './FilesTable.tsx'
import { MoveFilesDialog } from './MoveFilesDialog.tsx'
import { PageDropTarget } from './uploads/PageDropTarget.tsx'
import { UploadButton } from './uploads/UploadButton.tsx'
import { useFileActions } from './useFileActions.ts'

interface FilesPageProps {
  search: FilesSearch
  onSearchChange: (change: Partial<FilesSearch>) => void
  findListings: FindListings
  timeZone: string
  /** The agent's own limits for the age of documents, by type. */
  validityDays: Record<string, number>
}

/** The files of all listings, and those without one. */
export function FilesPage({ search, onSearchChange, findListings, ...shown }: FilesPageProps) {
  const { data } = useFiles(search)
  const files = data?.pages.flatMap((page) => page.files) ?? []
  const hasNone = data?.pages[0]?.hasFiles === false && !hasFileFilters(search)
  return (
    <>
      {hasNone ? (
        <NoFiles />
      ) : (
        <>
          <FilesFilters
            search={search}
            onSearchChange={onSearchChange}
            findListings={findListings}
            listingTitle={files.find(({ listingId }) => listingId === search.listing)?.listingTitle ?? undefined}
          />
          <FilesList search={search} findListings={findListings} {...shown} />
        </>
      )}
      <PageDropTarget />
    </>
  )
}

type FilesListProps = Omit<FilesPageProps, 'onSearchChange'>

function FilesList({ search, timeZone, validityDays, findListings }: FilesListProps) {
  const query = useFiles(search)
  const files = query.data?.pages.flatMap((page) => page.files) ?? []
  const selection = useSelection(files)
  const { selected } = selection
  const [previewed, setPreviewed] = useState<ListedFile>()
  const [moving, setMoving] = useState<readonly ListedFile[]>([])
  const { archive, restore, remove } = useFileActions()
  const areAllArchived = selected.every(({ state }) => state === 'archived' || state === 'deleted')
  const canDelete = selected.every(({ state }) => state === 'archived')
  return (
    <>
      <ListResult
        query={query}
        what="your files"
        skeleton={<FilesSkeleton />}
        isEmpty={files.length === 0}
        empty={<NoMatchingFiles search={search} />}
        bulkActions={
          <SelectionBar
            label="Selected files"
            count={selected.length}
            onClear={selection.clear}
            onMove={() => setMoving(selected)}
            onArchive={areAllArchived ? undefined : selection.apply(archive)}
            onRestore={areAllArchived ? selection.apply(restore) : undefined}
            onDelete={canDelete ? selection.apply(remove) : undefined}
          />
        }
      >
        <FilesTable selectAll={selection.head}>
          {files.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              timeZone={timeZone}
              validityDays={validityDays}
              isSelected={selection.isSelected(file.id)}
              onToggle={() => selection.toggle(file.id)}
              onPreview={() => setPreviewed(file)}
              onMove={() => setMoving([file])}
            />
          ))}
        </FilesTable>
        <p className={classes.foot}>{formatCount(query.data?.pages[0]?.total ?? files.length, 'file')}</p>
      </ListResult>
      <MoveFilesDialog
        files={moving}
        findListings={findListings}
        onClose={() => setMoving([])}
        onMoved={selection.clear}
      />
      <AgentReader file={previewed} files={files} onOpen={setPreviewed} />
    </>
  )
}

/** The previous result stays until the next one has arrived, so that the page does not jump while someone types. */
const useFiles = (search: FilesSearch) =>
  useInfiniteQuery({ ...filesQuery(filesQueryInput(search)), placeholderData: keepPreviousData })

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

function NoMatchingFiles({ search }: { search: FilesSearch }) {
  const showAll = { ...defaultFilesSearch, sort: search.sort }
  if (!hasFileFilters(search))
    return (
      <AllArchived
        noun="files"
        action={
          <ButtonLink to="/portal/files" search={{ ...showAll, state: 'archived' }} variant="default">
            Show archived files
          </ButtonLink>
        }
      />
    )
  return (
    <NoMatches
      search={search.search}
      noun="files"
      action={
        <ButtonLink to="/portal/files" search={showAll} variant="default">
          Show all files
        </ButtonLink>
      }
    >
      We searched file names, original file names and listing titles.
    </NoMatches>
  )
}

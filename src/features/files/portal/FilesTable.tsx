import { Badge, Button, Skeleton, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ColleagueInitials } from '#features/agencies/portal/ColleagueInitials.tsx'
import { documentDates } from '#features/listings/documentDates.ts'
import { FactsLine } from '#ui/display/FactsLine.tsx'
import { shortDate, shortDay } from '#ui/format/dates.ts'
import { formatBytes } from '#ui/format/format.ts'
import { RowTable, RowTableSkeleton, SelectCell } from '#ui/table/RowTable.tsx'
import type { SelectAllProps } from '#ui/table/selection.tsx'
import type { ListedFile } from '../files.functions.ts'
import { UNDO_DELETE_MINUTES } from '../files.schema.ts'
import { datedFile, type OwnFile } from '../ownFile.ts'
import { DocumentDateNotices } from './DocumentDateNotices.tsx'
import { DocumentTypeSelect } from './DocumentTypeSelect.tsx'
import { EditableName } from './EditableName.tsx'
import { FileMenu } from './FileMenu.tsx'
import classes from './FilesPage.module.css'
import { FileThumbnail } from './FileThumbnail.tsx'
import { useFileActions } from './useFileActions.ts'

interface FilesTableProps {
  selectAll: SelectAllProps
  children: ReactNode
}

const columns = [
  { name: 'Name', skeleton: <NameSkeleton /> },
  { name: 'Type', className: classes.kind },
  { name: 'Listing', className: classes.listing },
  { name: 'Pages', className: classes.figure },
  { name: 'Size', className: classes.figure },
  { name: 'Added', className: classes.added },
  { name: 'Actions', className: classes.menu, hasHiddenName: true },
]

export const FilesTable = ({ selectAll, children }: FilesTableProps) => (
  <RowTable columns={columns} selectAll={selectAll}>
    {children}
  </RowTable>
)

export const FilesSkeleton = () => <RowTableSkeleton columns={columns} selectAll={{}} />

function NameSkeleton() {
  return (
    <div className={classes.beside}>
      <Skeleton w={40} h={40} style={{ flex: 'none' }} />
      <Skeleton h={12} w={180} />
    </div>
  )
}

interface FileRowProps {
  file: ListedFile
  timeZone: string
  validityDays: Record<string, number>
  isSelected: boolean
  onToggle: () => void
  onPreview: () => void
  onMove: () => void
}

export function FileRow({ file, timeZone, validityDays, isSelected, onToggle, onPreview, onMove }: FileRowProps) {
  const { id, name, type, size, pageCount, listingId, listingTitle, createdAt, issuedOn } = file
  const [renaming, setRenaming] = useState(false)
  const { change, archive, restore, remove, undoRemove, retry } = useFileActions()
  const added = shortDate(createdAt, timeZone)
  const bytes = size === null ? '' : formatBytes(size)
  return (
    <tr data-selected={isSelected || undefined}>
      <SelectCell rowName={name} isSelected={isSelected} onToggle={onToggle} />
      <th scope="row">
        <div className={classes.beside}>
          <UnstyledButton className={classes.open} aria-label={`Preview ${name}`} onClick={onPreview}>
            <FileThumbnail file={file} className={classes.thumb} />
          </UnstyledButton>
          <div className={classes.names}>
            <EditableName
              name={name}
              editing={renaming}
              onEditing={setRenaming}
              onRename={(renamed) => change({ id, name: renamed })}
            />
            <span className={classes.folded}>
              <FactsLine
                facts={[
                  bytes,
                  ...documentDates(datedFile(file), timeZone),
                  <bdi key="listing">{listingTitle ?? 'No listing'}</bdi>,
                ]}
              />
            </span>
            <FileStatus file={file} onRetry={() => retry(file)} onUndo={() => undoRemove([file])} />
            <DocumentDateNotices file={file} timeZone={timeZone} validityDays={validityDays} onChange={change} />
          </div>
        </div>
      </th>
      <td className={classes.kind}>
        {type === 'image' ? (
          'Photo'
        ) : (
          <DocumentTypeSelect file={file} onDocumentType={(kind) => change({ id, kind })} />
        )}
      </td>
      <td className={classes.listing}>
        {listingId ? (
          <Link to="/portal/listings/$id" params={{ id: listingId }}>
            <bdi>{listingTitle}</bdi>
          </Link>
        ) : (
          <span className={classes.quiet}>No listing</span>
        )}
        <ColleagueInitials userId={file.userId} as="Agent" />
      </td>
      <td className={classes.figure}>{pageCount}</td>
      <td className={classes.figure}>{bytes}</td>
      <td className={classes.added}>
        {added}
        {issuedOn && <span className={classes.issued}>Issued {shortDay(issuedOn, timeZone)}</span>}
      </td>
      <td className={classes.menu}>
        <FileMenu
          file={file}
          timeZone={timeZone}
          onPreview={onPreview}
          onRename={() => setRenaming(true)}
          onMove={onMove}
          onArchive={() => archive([file])}
          onRestore={() => restore([file])}
          onDelete={() => remove([file])}
        />
      </td>
    </tr>
  )
}

interface FileStatusProps {
  file: OwnFile
  onRetry: () => void
  onUndo: () => void
}

/** Shown for files that are not simply ready. */
function FileStatus({ file: { name, state, failure }, onRetry, onUndo }: FileStatusProps) {
  if (state === 'processing') return <span className={classes.state}>Preparing</span>
  if (state === 'archived')
    return (
      <Badge variant="light" color="gray" c="gray.7" size="sm">
        Archived
      </Badge>
    )
  if (state === 'deleted')
    return (
      <span className={classes.failed}>
        Deleted. You can undo this for {UNDO_DELETE_MINUTES} minutes.
        <Button variant="default" size="compact-xs" aria-label={`Undo delete: ${name}`} onClick={onUndo}>
          Undo
        </Button>
      </span>
    )
  if (state !== 'failed') return null
  return (
    <span className={classes.failed}>
      {failure ?? 'We couldn’t prepare this file.'}
      <Button variant="default" size="compact-xs" aria-label={`Try again: ${name}`} onClick={onRetry}>
        Try again
      </Button>
    </span>
  )
}

import { Badge, Button, Checkbox, Skeleton, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { shortDate } from '#ui/format/dates.ts'
import { formatBytes } from '#ui/format/format.ts'
import { CheckCell, RowTable } from '#ui/table/RowTable.tsx'
import { SelectAll, type SelectAllProps } from '#ui/table/selection.tsx'
import type { OwnFile } from '../describeFile.ts'
import type { ListedFile } from '../files.functions.ts'
import { UNDO_DELETE_MINUTES } from '../files.schema.ts'
import { DocumentKindSelect } from './DocumentKindSelect.tsx'
import { EditableName } from './EditableName.tsx'
import { FileMenu } from './FileMenu.tsx'
import classes from './FilesPage.module.css'
import { FileThumbnail } from './FileThumbnail.tsx'
import { useFileActions } from './useFileActions.ts'

interface FilesTableProps extends SelectAllProps {
  children: ReactNode
}

const columns = [
  { name: 'Name' },
  { name: 'Type', className: classes.kind },
  { name: 'Listing', className: classes.home },
  { name: 'Pages', className: classes.figure },
  { name: 'Size', className: classes.figure },
  { name: 'Added', className: classes.added },
  { name: 'Actions', className: classes.menu, unseen: true },
]

export const FilesTable = ({ children, ...choice }: FilesTableProps) => (
  <RowTable columns={columns} check={<SelectAll {...choice} />}>
    {children}
  </RowTable>
)

interface FileRowProps {
  file: ListedFile
  timeZone: string
  chosen: boolean
  onChoose: () => void
  onPreview: () => void
  onMove: () => void
}

export function FileRow({ file, timeZone, chosen, onChoose, onPreview, onMove }: FileRowProps) {
  const { id, name, type, size, pageCount, listingId, listingTitle, createdAt } = file
  const [renaming, setRenaming] = useState(false)
  const { change, archive, restore, remove, undoRemove, retry } = useFileActions()
  const added = shortDate(createdAt, timeZone)
  const bytes = size === null ? '' : formatBytes(size)
  return (
    <tr data-chosen={chosen || undefined}>
      <CheckCell>
        <Checkbox size="sm" aria-label={`Select ${name}`} checked={chosen} onChange={onChoose} />
      </CheckCell>
      <th scope="row" className={classes.file}>
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
              {bytes && `${bytes} · `}
              {added} · <bdi>{listingTitle ?? 'No listing'}</bdi>
            </span>
            <FileStatus file={file} onRetry={() => retry(file)} onUndo={() => undoRemove([file])} />
          </div>
        </div>
      </th>
      <td className={classes.kind}>
        {type === 'image' ? 'Photo' : <DocumentKindSelect file={file} onKind={(kind) => change({ id, kind })} />}
      </td>
      <td className={classes.home}>
        {listingId ? (
          <Link to="/portal/listings/$id" params={{ id: listingId }}>
            <bdi>{listingTitle}</bdi>
          </Link>
        ) : (
          <span className={classes.quiet}>No listing</span>
        )}
      </td>
      <td className={classes.figure}>{pageCount}</td>
      <td className={classes.figure}>{bytes}</td>
      <td className={classes.added}>{added}</td>
      <td className={classes.menu}>
        <FileMenu
          file={file}
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

/** Only what is not as it should be is worth a word. */
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

const skeletonRows = [1, 2, 3, 4, 5, 6, 7, 8]

/** As tall as what it stands for, so that nothing moves when that arrives. */
export const FilesSkeleton = () => (
  <div role="status" aria-label="Loading your files">
    <FilesTable>
      {skeletonRows.map((place) => (
        <tr key={place}>
          <CheckCell />
          <td className={classes.file}>
            <div className={classes.beside}>
              <Skeleton w={40} h={40} style={{ flex: 'none' }} />
              <Skeleton h={12} w={180} />
            </div>
          </td>
          <td className={classes.kind} />
          <td className={classes.home} />
          <td className={classes.figure} />
          <td className={classes.figure} />
          <td className={classes.added} />
          <td className={classes.menu} />
        </tr>
      ))}
    </FilesTable>
  </div>
)

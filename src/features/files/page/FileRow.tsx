import { Checkbox, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatBytes } from '#ui/bytes.ts'
import { shortDate } from '#ui/dates.ts'
import { CheckCell } from '#ui/RowTable.tsx'
import { EditableName } from '../EditableName.tsx'
import { FileMenu } from '../FileMenu.tsx'
import { FileThumbnail } from '../FileThumb.tsx'
import type { ListedFile } from '../files.functions.ts'
import { DocumentKindSelect } from '../KindSelect.tsx'
import { useFileActions } from '../useFileDeeds.ts'
import { FileStatus } from './FileState.tsx'
import classes from './FilesPage.module.css'

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

import { Pagination } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '#ui/amounts.ts'
import type { FindListings } from '#ui/ListingSelect.tsx'
import { SelectionBar } from '#ui/SelectionBar.tsx'
import { useSelection } from '#ui/useSelection.ts'
import type { ListedFile } from '../files.functions.ts'
import { MoveFilesDialog } from '../MoveDialog.tsx'
import { useFileActions } from '../useFileDeeds.ts'
import { FileRow } from './FileRow.tsx'
import classes from './FilesPage.module.css'
import { FilesTable } from './FilesTable.tsx'
import { FILES_PER_PAGE } from './filesWish.ts'

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

export function FilesList({ files, total, page, isOld, timeZone, findListings, onPage, onPreview }: FilesListProps) {
  const selection = useSelection(files)
  const { chosen } = selection
  const [moving, setMoving] = useState<readonly ListedFile[]>([])
  const { archive, restore, remove } = useFileActions()
  const pages = Math.ceil(total / FILES_PER_PAGE)
  const areAllArchived = chosen.every(({ state }) => state === 'archived' || state === 'deleted')
  const canDelete = chosen.every(({ state }) => state === 'archived')
  const act = (deed: (files: readonly ListedFile[]) => void) => () => {
    deed(chosen)
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
      <MoveFilesDialog files={moving} findListings={findListings} onClose={() => setMoving([])} onMoved={selection.clear} />
    </div>
  )
}

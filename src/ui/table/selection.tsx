import { Button, Checkbox, CloseButton } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconFolderSymlink, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { icon } from '../theme/theme.ts'
import classes from './selection.module.css'

interface SelectionBarProps {
  label: string
  count: number
  onClear: () => void
  onSelectAll?: () => void
  onMove?: () => void
  onArchive?: () => void
  onRestore?: () => void
  onDelete?: () => void
  /** Further actions, before the others. */
  children?: ReactNode
}

/** Actions for the selected rows. Stays visible while anything is selected. */
export function SelectionBar({ label, count, onClear, onSelectAll, children, ...actions }: SelectionBarProps) {
  const { onMove, onArchive, onRestore, onDelete } = actions
  if (count === 0) return null
  const small = { ...icon, size: 16 }
  return (
    <div className={classes.bar} role="toolbar" aria-label={label} data-selection-bar>
      <span className={classes.count} role="status">
        {count} selected
      </span>
      {onSelectAll && (
        <Button variant="subtle" color="gray.7" size="compact-sm" onClick={onSelectAll}>
          Select all
        </Button>
      )}
      <span className={classes.actions}>
        {children}
        {onMove && (
          <Button variant="default" size="xs" leftSection={<IconFolderSymlink {...small} />} onClick={onMove}>
            Move
          </Button>
        )}
        {onArchive && (
          <Button variant="default" size="xs" leftSection={<IconArchive {...small} />} onClick={onArchive}>
            Archive
          </Button>
        )}
        {onRestore && (
          <Button variant="default" size="xs" leftSection={<IconArchiveOff {...small} />} onClick={onRestore}>
            Restore
          </Button>
        )}
        {onDelete && (
          <Button variant="default" size="xs" c="red.9" leftSection={<IconTrash {...small} />} onClick={onDelete}>
            Delete permanently
          </Button>
        )}
      </span>
      <CloseButton aria-label="Clear selection" onClick={onClear} />
    </div>
  )
}

export interface SelectAllProps {
  areAllSelected?: boolean
  areSomeSelected?: boolean
  /** Missing while there are no rows. */
  onToggleAll?: () => void
}

/** The checkbox in the head of a table. */
export const SelectAll = ({ areAllSelected = false, areSomeSelected = false, onToggleAll }: SelectAllProps) => (
  <Checkbox
    size="sm"
    aria-label="Select all"
    disabled={!onToggleAll}
    checked={areAllSelected}
    indeterminate={areSomeSelected && !areAllSelected}
    onChange={onToggleAll}
  />
)

/** Which rows of a list are selected. A row that leaves the list is no longer selected. */
export function useSelection<Row extends { id: string }>(rows: readonly Row[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = rows.filter(({ id }) => ids.has(id))
  const areAllSelected = selected.length === rows.length
  const selectAll = () => setIds(new Set(rows.map(({ id }) => id)))
  const clear = () => setIds(new Set())
  const head: SelectAllProps = {
    areAllSelected,
    areSomeSelected: selected.length > 0,
    onToggleAll: areAllSelected ? clear : selectAll,
  }
  return {
    selected,
    isSelected: (id: string) => ids.has(id),
    toggle: (id: string) => setIds((before) => (before.has(id) ? withoutId(before, id) : new Set([...before, id]))),
    selectAll,
    clear,
    /** For the checkbox in the table's head. */
    head,
    /** For a button that does something with all selected rows, after which none is selected. */
    apply: (action: (rows: readonly Row[]) => void) => () => {
      action(selected)
      clear()
    },
  }
}

const withoutId = (ids: ReadonlySet<string>, gone: string) => new Set([...ids].filter((id) => id !== gone))

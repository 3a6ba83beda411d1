import { Button, Checkbox, CloseButton } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconFolderSymlink, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { icon } from '../theme/theme.ts'
import classes from './selection.module.css'

interface SelectionBarProps {
  label: string
  count: number
  onClear: () => void
  onAll?: () => void
  onMove?: () => void
  onArchive?: () => void
  onRestore?: () => void
  onDelete?: () => void
}

/** Actions for the selected rows. Stays visible while anything is selected. */
export function SelectionBar({ label, count, onClear, onAll, ...actions }: SelectionBarProps) {
  const { onMove, onArchive, onRestore, onDelete } = actions
  if (count === 0) return null
  const small = { ...icon, size: 16 }
  return (
    <div className={classes.bar} role="toolbar" aria-label={label}>
      <span className={classes.count} role="status">
        {count} selected
      </span>
      {onAll && (
        <Button variant="subtle" color="gray.7" size="compact-sm" onClick={onAll}>
          Select all
        </Button>
      )}
      <span className={classes.actions}>
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
  allChosen?: boolean
  someChosen?: boolean
  /** Absent while there is nothing to choose. */
  onAll?: () => void
}

/** The box above a list whose rows can be chosen. */
export const SelectAll = ({ allChosen = false, someChosen = false, onAll }: SelectAllProps) => (
  <Checkbox
    size="sm"
    aria-label="Select all"
    disabled={!onAll}
    checked={allChosen}
    indeterminate={someChosen && !allChosen}
    onChange={onAll}
  />
)

/** Several things of a list chosen at once. One that is gone is no longer chosen. */
export function useSelection<Shown extends { id: string }>(shown: readonly Shown[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = shown.filter(({ id }) => ids.has(id))
  return {
    chosen,
    has: (id: string) => ids.has(id),
    toggle: (id: string) => setIds((before) => (before.has(id) ? withoutId(before, id) : new Set([...before, id]))),
    all: () => setIds(new Set(shown.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}

const withoutId = (ids: ReadonlySet<string>, gone: string) => new Set([...ids].filter((id) => id !== gone))

import { Button, CloseButton } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconFolderSymlink, IconTrash } from '@tabler/icons-react'
import classes from './SelectionBar.module.css'
import { icon } from './theme.ts'

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
      <span className={classes.deeds}>
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

import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import type { DOMAttributes, KeyboardEvent, ReactNode } from 'react'
import { icon } from '#ui/theme.ts'
import type { OwnFile } from '../describeFile.ts'
import classes from './Sortable.module.css'

interface DragHandles {
  /** The button that lifts it by any means. */
  handle: ReactNode
  /** For a surface that can be dragged as well. */
  surface: DOMAttributes<Element>
}

interface SortableItemProps {
  file: OwnFile
  className?: string
  chosen: boolean
  onKeyDown?: (event: KeyboardEvent) => void
  children: (grips: DragHandles) => ReactNode
}

export function SortableItem({ file: { id, name }, className = '', chosen, onKeyDown, children }: SortableItemProps) {
  const sortable = useSortable({ id })
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = sortable
  const { onMouseDown, onTouchStart } = (listeners ?? {}) as DOMAttributes<Element>
  const handle = (
    <ActionIcon
      ref={setActivatorNodeRef}
      className={classes.handle}
      variant="subtle"
      color="gray"
      c="gray.6"
      size={28}
      {...attributes}
      {...listeners}
      aria-label={`Move ${name}`}
    >
      <IconGripVertical {...icon} />
    </ActionIcon>
  )
  return (
    <li
      ref={setNodeRef}
      className={`${classes.item} ${className}`}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      data-dragging={isDragging || undefined}
      data-chosen={chosen || undefined}
      data-file={id}
      onKeyDown={onKeyDown}
    >
      {children({ handle, surface: { onMouseDown, onTouchStart } })}
    </li>
  )
}

import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type DOMAttributes, type KeyboardEvent, type ReactNode, useId } from 'react'
import { icon } from '../theme/theme.ts'
import classes from './SortableList.module.css'

/** Something in a list that its reader puts in order. */
interface NamedItem {
  id: string
  name: string
}

interface SortableListProps {
  items: readonly NamedItem[]
  shape: 'grid' | 'rows'
  label: string
  className?: string
  onOrder: (ids: string[]) => void
  children: ReactNode
}

/** A list that can be reordered by mouse, touch and keyboard. */
export function SortableList({ items, shape, label, className, onOrder, children }: SortableListProps) {
  const ids = items.map(({ id }) => id)
  const sensors = useSensors(
    // A click does not start a drag, and neither does scrolling by touch.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const drop = ({ active, over }: DragEndEvent) => {
    const [from, to] = [ids.indexOf(String(active.id)), ids.indexOf(String(over?.id))]
    if (from !== to && to >= 0) onOrder(arrayMove(ids, from, to))
  }
  return (
    <DndContext
      id={useId()}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={dragAnnouncements(items)}
    >
      <SortableContext items={ids} strategy={shape === 'grid' ? rectSortingStrategy : verticalListSortingStrategy}>
        <ul className={className} aria-label={label}>
          {children}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

interface DragHandles {
  /** The button that starts a drag by mouse, touch or keyboard. */
  handle: ReactNode
  /** For a surface that can be dragged as well. */
  surface: DOMAttributes<Element>
}

interface SortableItemProps {
  item: NamedItem
  className?: string
  isSelected?: boolean
  onKeyDown?: (event: KeyboardEvent) => void
  children: (grips: DragHandles) => ReactNode
}

export function SortableItem({
  item: { id, name },
  className = '',
  isSelected = false,
  onKeyDown,
  children,
}: SortableItemProps) {
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
      data-selected={isSelected || undefined}
      data-item={id}
      onKeyDown={onKeyDown}
    >
      {children({ handle, surface: { onMouseDown, onTouchStart } })}
    </li>
  )
}

const draggable = 'To reorder, press space, then the arrow keys. Press space to drop, or escape to cancel.'

/** Announcements for screen readers. */
function dragAnnouncements(items: readonly NamedItem[]) {
  const find = (id: UniqueIdentifier) => items.findIndex((item) => item.id === id)
  const nameOf = (id: UniqueIdentifier) => items[find(id)]?.name ?? 'The item'
  const placeOf = (id: UniqueIdentifier) => `position ${find(id) + 1} of ${items.length}`
  const lifted = (id: UniqueIdentifier) => `Picked up ${nameOf(id)} at ${placeOf(id)}.`
  const announcements: Announcements = {
    onDragStart: ({ active }) => lifted(active.id),
    onDragOver: ({ active, over }) => {
      // At the start it is over itself.
      if (over) return over.id === active.id ? lifted(active.id) : `${nameOf(active.id)} is over ${placeOf(over.id)}.`
    },
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} moved to ${placeOf(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `Cancelled. ${nameOf(active.id)} is at ${placeOf(active.id)}.`,
  }
  return { announcements, screenReaderInstructions: { draggable } }
}

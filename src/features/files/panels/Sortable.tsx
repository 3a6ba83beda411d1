import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { type ReactNode, useId } from 'react'
import type { OwnFile } from '../describeFile.ts'
import { dragAnnouncements } from './announce.ts'

interface SortableListProps {
  files: readonly OwnFile[]
  shape: 'grid' | 'rows'
  label: string
  className?: string
  onOrder: (ids: string[]) => void
  children: ReactNode
}

/** A list whose order is changed by mouse, finger and keyboard. */
export function SortableList({ files, shape, label, className, onOrder, children }: SortableListProps) {
  const ids = files.map(({ id }) => id)
  const sensors = useSensors(
    // A click is no drag, and a finger that scrolls does not lift anything.
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
      accessibility={dragAnnouncements(files)}
    >
      <SortableContext items={ids} strategy={shape === 'grid' ? rectSortingStrategy : verticalListSortingStrategy}>
        <ul className={className} aria-label={label}>
          {children}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

const keys: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_at, last) => last,
}

/** Which point is shown, by mouse, finger or keyboard. */
export function useChartPointer(count: number, inColumns: boolean, onSelect?: (index: number) => void) {
  const [shown, setAt] = useState<number>()
  const touched = useRef<number>(undefined)
  const last = count - 1
  const at = shown === undefined ? undefined : Math.min(shown, last)
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const across = (clientX - left) / width
    const index = inColumns ? Math.floor(across * count) : Math.round(across * last)
    setAt(Math.min(last, Math.max(0, index)))
  }
  return {
    at,
    handlers: {
      onPointerMove: point,
      onPointerDown: (event: PointerEvent) => {
        touched.current = event.pointerType === 'touch' ? at : undefined
        point(event)
      },
      // After a touch the point stays shown.
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setAt(undefined),
      // The first touch shows a point, the second selects it.
      onPointerUp: ({ pointerType, button }: PointerEvent) => {
        if (button !== 0) return
        if (at !== undefined && (pointerType !== 'touch' || touched.current === at)) onSelect?.(at)
      },
      onFocus: ({ target }: { target: Element }) => target.matches(':focus-visible') && setAt(at ?? last),
      onBlur: () => setAt(undefined),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Enter' && at !== undefined) onSelect?.(at)
        if (event.key === 'Escape') setAt(undefined)
        const move = keys[event.key]
        if (!move) return
        event.preventDefault()
        setAt(move(at ?? last, last))
      },
    },
  }
}

import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

const keys: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_at, last) => last,
}

/** Which of the points somebody looks at, by mouse, finger or keyboard. */
export function usePointing(count: number, inColumns: boolean, onTake?: (index: number) => void) {
  const [shown, setAt] = useState<number>()
  const taken = useRef<number>(undefined)
  const last = count - 1
  const at = shown === undefined ? undefined : Math.min(shown, last)
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const across = (clientX - left) / width
    const place = inColumns ? Math.floor(across * count) : Math.round(across * last)
    setAt(Math.min(last, Math.max(0, place)))
  }
  return {
    at,
    handlers: {
      onPointerMove: point,
      onPointerDown: (event: PointerEvent) => {
        taken.current = event.pointerType === 'touch' ? at : undefined
        point(event)
      },
      // A finger that is lifted leaves what it pointed at.
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setAt(undefined),
      // The first touch shows, the second takes.
      onPointerUp: ({ pointerType, button }: PointerEvent) => {
        if (button !== 0) return
        if (at !== undefined && (pointerType !== 'touch' || taken.current === at)) onTake?.(at)
      },
      onFocus: ({ target }: { target: Element }) => target.matches(':focus-visible') && setAt(at ?? last),
      onBlur: () => setAt(undefined),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Enter' && at !== undefined) onTake?.(at)
        if (event.key === 'Escape') setAt(undefined)
        const move = keys[event.key]
        if (!move) return
        event.preventDefault()
        setAt(move(at ?? last, last))
      },
    },
  }
}

import { type RefObject, useEffect, useState } from 'react'
import { followPinch } from './followPinch.ts'

export const CLOSEST = 6
const FARTHEST = 0.5
const STEP = 1.25
/** When whoever zooms has stopped. */
const SETTLED = 180

/**
 * How large the content of a scrolling place is drawn. All in it is measured in `--zoom`, so that a point of it can be held
 * still; what is drawn anew hears of it only when the gesture has ended.
 */
export function useZoom(place: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(1)
  const [live] = useState(() => createZoom(place, setZoom))
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const unfollow = followPinch(element, live)
    return () => {
      unfollow()
      live.rest()
    }
  }, [place, live])
  return { zoom, closer: () => live.by(STEP), farther: () => live.by(1 / STEP), reset: () => live.to(1) }
}

export type LiveZoom = ReturnType<typeof createZoom>

interface Point {
  clientX: number
  clientY: number
}

function createZoom(place: RefObject<HTMLElement | null>, onSettled: (zoom: number) => void) {
  let zoom = 1
  let timer: ReturnType<typeof setTimeout> | undefined
  function to(wished: number, point?: Point) {
    const element = place.current
    const next = Math.min(CLOSEST, Math.max(FARTHEST, wished))
    if (!element || next === zoom) return
    const { left, top, width, height } = element.getBoundingClientRect()
    const x = point ? point.clientX - left : width / 2
    const y = point ? point.clientY - top : height / 2
    const factor = next / zoom
    const [fromLeft, fromTop] = [element.scrollLeft, element.scrollTop]
    zoom = next
    element.style.setProperty('--zoom', String(zoom))
    element.scrollTo({
      left: (fromLeft + x) * factor - x,
      top: (fromTop + y) * factor - y,
      behavior: 'instant',
    })
    clearTimeout(timer)
    timer = setTimeout(() => onSettled(zoom), SETTLED)
  }
  return {
    value: () => zoom,
    to,
    by: (factor: number, point?: Point) => to(zoom * factor, point),
    rest: () => clearTimeout(timer),
  }
}

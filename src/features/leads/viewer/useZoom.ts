import { type RefObject, useEffect, useState } from 'react'
import { listenForZoomGestures } from './followPinch.ts'

export const MAX_ZOOM = 6
const MIN_ZOOM = 0.5
const ZOOM_STEP = 1.25
/** When whoever zooms has stopped. */
const SETTLE_MS = 180

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
    const unfollow = listenForZoomGestures(element, live)
    return () => {
      unfollow()
      live.rest()
    }
  }, [place, live])
  return { zoom, closer: () => live.by(ZOOM_STEP), farther: () => live.by(1 / ZOOM_STEP), reset: () => live.to(1) }
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
    const next = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, wished))
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
    timer = setTimeout(() => onSettled(zoom), SETTLE_MS)
  }
  return {
    value: () => zoom,
    to,
    by: (factor: number, point?: Point) => to(zoom * factor, point),
    rest: () => clearTimeout(timer),
  }
}

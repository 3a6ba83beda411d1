import { type RefObject, useEffect, useState } from 'react'

export const MAX_ZOOM = 6
const MIN_ZOOM = 0.5
const ZOOM_STEP = 1.25
/** A pause this long ends a gesture. */
const SETTLE_MS = 180

/**
 * Zooms the content of a scroll area. Everything in it is sized with `--zoom`, so that the point under the fingers stays where
 * it is. The returned `zoom` changes when the gesture has ended: pages are drawn again only then.
 */
export function useZoom(scrollArea: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(1)
  const [live] = useState(() => createZoom(scrollArea, setZoom))
  useEffect(() => {
    const element = scrollArea.current
    if (!element) return undefined
    const stopListening = listenForZoomGestures(element, live)
    return () => {
      stopListening()
      live.cancelSettle()
    }
  }, [scrollArea, live])
  return {
    zoom,
    zoomIn: () => live.by(ZOOM_STEP),
    zoomOut: () => live.by(1 / ZOOM_STEP),
    resetZoom: () => live.to(1),
  }
}

type LiveZoom = ReturnType<typeof createZoom>

interface Point {
  clientX: number
  clientY: number
}

function createZoom(scrollArea: RefObject<HTMLElement | null>, onSettled: (zoom: number) => void) {
  let zoom = 1
  let timer: ReturnType<typeof setTimeout> | undefined
  function to(wanted: number, point?: Point) {
    const element = scrollArea.current
    const next = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, wanted))
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
    cancelSettle: () => clearTimeout(timer),
  }
}

const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_PIXELS = 30
const DOUBLE_TAP_ZOOM = 2.5
const WHEEL_FACTOR = 0.006

/** Pinch, double tap, and Ctrl with the wheel, which is how touchpads report a pinch. The browser would zoom the whole page. */
function listenForZoomGestures(element: HTMLElement, zoom: LiveZoom) {
  let pinch: { distance: number; zoom: number } | undefined
  let tap: Tap | undefined
  let began: Tap | undefined

  const onTouchStart = ({ touches, timeStamp }: TouchEvent) => {
    const [one, other] = touches
    began = one && { at: timeStamp, x: one.clientX, y: one.clientY }
    if (one && other) {
      pinch = { distance: distance(one, other), zoom: zoom.value() }
      tap = undefined
    }
  }
  const onTouchMove = (event: TouchEvent) => {
    const [one, other] = event.touches
    if (!pinch || !one || !other) return
    event.preventDefault()
    zoom.to((pinch.zoom * distance(one, other)) / pinch.distance, midpoint(one, other))
  }
  const onTouchEnd = (event: TouchEvent) => {
    if (pinch) {
      if (event.touches.length < 2) pinch = undefined
      return
    }
    const [touch] = event.changedTouches
    if (!touch) return
    const now = { at: event.timeStamp, x: touch.clientX, y: touch.clientY }
    const isTap = isSoonAndNear(began, now)
    const isSecond = isTap && isSoonAndNear(tap, now)
    tap = isTap && !isSecond ? now : undefined
    if (!isSecond) return
    event.preventDefault()
    zoom.to(zoom.value() > 1.05 ? 1 : DOUBLE_TAP_ZOOM, touch)
  }
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    zoom.by(Math.exp(-event.deltaY * WHEEL_FACTOR), event)
  }

  const end = new AbortController()
  const active = { passive: false, signal: end.signal }
  element.addEventListener('touchstart', onTouchStart, { passive: true, signal: end.signal })
  element.addEventListener('touchmove', onTouchMove, active)
  element.addEventListener('touchend', onTouchEnd, active)
  element.addEventListener('wheel', onWheel, active)
  return () => end.abort()
}

interface Tap {
  at: number
  x: number
  y: number
}

const isSoonAndNear = (tap: Tap | undefined, next: Tap) =>
  tap !== undefined &&
  next.at - tap.at < DOUBLE_TAP_MS &&
  Math.hypot(next.x - tap.x, next.y - tap.y) < DOUBLE_TAP_PIXELS

const distance = (one: Touch, other: Touch) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
const midpoint = (one: Touch, other: Touch) => ({
  clientX: (one.clientX + other.clientX) / 2,
  clientY: (one.clientY + other.clientY) / 2,
})

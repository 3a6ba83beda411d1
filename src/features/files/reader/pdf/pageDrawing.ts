import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type RefObject, useEffect, useState } from 'react'

/** 40 MB of memory for one page. Phones cannot draw more: a larger page is drawn smaller, and stretched. */
const MAX_PIXELS = 10_000_000
const MAX_PIXEL_RATIO = 3

/** Draws a page for a box of this width. */
export async function drawPage(page: PDFPageProxy, width: number, signal: AbortSignal) {
  const whole = page.getViewport({ scale: 1 })
  const sharp = (width / whole.width) * Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio)
  const viewport = page.getViewport({ scale: Math.min(sharp, Math.sqrt(MAX_PIXELS / (whole.width * whole.height))) })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  const task = page.render({ canvas, viewport })
  signal.addEventListener('abort', () => task.cancel(), { once: true })
  try {
    await task.promise
    return canvas
  } catch (error) {
    discardCanvas(canvas)
    throw error
  }
}

/** Phones keep the memory of a removed canvas until it is empty. */
export function discardCanvas(canvas: HTMLCanvasElement) {
  canvas.width = 0
  canvas.height = 0
}

/** A page, once it is near the screen. */
export function usePdfPage(pdf: PDFDocumentProxy | undefined, number: number, isNear: boolean) {
  const [page, setPage] = useState<PDFPageProxy>()
  useEffect(() => {
    if (!pdf || !isNear) return undefined
    let isOver = false
    pdf.getPage(number).then(
      (found) => {
        if (!isOver) setPage(found)
      },
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [pdf, number, isNear])
  return page
}

/** Whether an element is in sight, or will be after a little scrolling. */
export function useIsNearViewport(ref: RefObject<HTMLElement | null>, margin = '100%') {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const root = element.closest('[data-scrolls]')
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root,
      rootMargin: margin,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, margin])
  return isNear
}

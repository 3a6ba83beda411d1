import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** 40 MB of memory for one page. Beyond it phones give up on drawing; the page is then drawn smaller, and stretched. */
const MAX_PIXELS = 10_000_000
const MAX_PIXEL_RATIO = 3

/** A page as a picture, for a place of this width. */
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

/** Phones count the memory of canvases that nobody sees any more, until they are empty. */
export function discardCanvas(canvas: HTMLCanvasElement) {
  canvas.width = 0
  canvas.height = 0
}

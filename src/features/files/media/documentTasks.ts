import type { MediaTask } from '#platform/media/mediaTasks.ts'
import type { PageRequest } from './renderDocumentPage.media.ts'
import type { StampedPdf, StampRequest } from './stampPdf.media.ts'

/** How wide pages are drawn on the server, in pixels: a thumbnail, a phone, a laptop, and a page that is zoomed in. */
export const pageWidths = [160, 800, 1600, 2400] as const

/** The narrowest picture that is sharp in a box of this width. */
export const pageWidthFor = (pixels: number) =>
  pageWidths.find((width) => width >= pixels) ?? pageWidths[pageWidths.length - 1] ?? 800

/** One page of a document as WebP, with the reader's name across it if asked. */
export const renderDocumentPageTask: MediaTask<PageRequest, Uint8Array> = {
  name: 'render_page',
  lane: 'interactive',
  timeLimitMs: 10_000,
}

/** A PDF with the reader's name across each page. */
export const stampPdfTask: MediaTask<StampRequest, StampedPdf> = {
  name: 'stamp_pdf',
  lane: 'interactive',
  timeLimitMs: 30_000,
}

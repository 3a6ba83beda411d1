import type { MediaTask } from '#platform/media/mediaTasks.ts'
import type { PageRequest } from './renderDocumentPage.media.ts'
import type { StampedPdf, StampRequest } from './stampPdf.media.ts'

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

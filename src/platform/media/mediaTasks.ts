import type { ClaimedType, DetectedType } from './inspectFile.media.ts'
import type { PreparedPdf } from './pdf.media.ts'
import type { Photo } from './photo.media.ts'

/** Work that someone is waiting for has its own process, so it never queues behind the preparation of files. */
export type MediaLane = 'interactive' | 'background'

/** One kind of work of the media process. Other processes load only its name, limits and types, not its code. */
export interface MediaTask<Input, Output> {
  name: string
  lane: MediaLane
  /** Of processor time. */
  timeLimitMs: number
  /** Carries the types and is never set. */
  types?: (input: Input) => Output
}

/** A file's path, and a folder for the pictures that are made from it. */
interface Source {
  path: string
  folder: string
}

/** What an uploaded file really is, or why it is refused. */
export const inspectUploadTask: MediaTask<{ path: string; claim?: ClaimedType }, DetectedType> = {
  name: 'inspect_upload',
  lane: 'interactive',
  timeLimitMs: 10_000,
}

/** An agent's photo, square and small, as JPEG. */
export const makeAgentPhotoTask: MediaTask<Uint8Array, Uint8Array> = {
  name: 'make_portrait',
  lane: 'interactive',
  timeLimitMs: 10_000,
}

/** An agency's logo, small, as PNG. */
export const makeLogoTask: MediaTask<Uint8Array, Uint8Array> = {
  name: 'make_logo',
  lane: 'interactive',
  timeLimitMs: 10_000,
}

/** Three widths and a placeholder. The largest HEIC photos take about 4 seconds on an idle machine. */
export const preparePhotoTask: MediaTask<Source, Photo> = {
  name: 'prepare_photo',
  lane: 'background',
  timeLimitMs: 30_000,
}

/** Page count, first text and a picture of the first page. */
export const preparePdfTask: MediaTask<Source, PreparedPdf> = {
  name: 'prepare_pdf',
  lane: 'background',
  timeLimitMs: 10_000,
}

/** The text and a tiny picture of each page, written to `PAGES_FILE` in the folder. A document that is too slow gets as many as there is time for. */
export const readPdfPagesTask: MediaTask<Source, void> = {
  name: 'read_pdf_pages',
  lane: 'background',
  timeLimitMs: 20_000,
}

export const PAGES_FILE = 'pages.json'

import type { Readable } from 'node:stream'

/**
 * Where the bytes of files lie. What they mean, and who may have them, is known to the caller alone. A key is written once:
 * no upload ever changes what is stored under one.
 */
export interface Storage {
  /** A file of more than one part gets an id, which all later steps need. */
  beginUpload(upload: Omit<Upload, 'uploadId'>): Promise<{ uploadId?: string; partSize: number }>
  /** Signed addresses for the parts that have not arrived yet, as the storage itself knows them. */
  partUrls(upload: Upload & { expiresAt: Date }): Promise<PartUrl[]>
  /** Makes the parts one file, if all have arrived. May be repeated. */
  finishUpload(upload: Upload): Promise<void>
  /** Forgets what has arrived of an upload that was not finished. */
  abandonUpload(upload: Pick<Upload, 'key' | 'uploadId'>): Promise<void>

  /** A signed address. Only types that a browser shows safely are shown inline, whatever was asked. */
  downloadUrl(download: Download): Promise<string>

  /** Fails with "not found" if there is nothing. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** For files that we make ourselves. Writing again replaces, so that a job may be repeated. */
  write(key: string, content: Uint8Array | AsyncIterable<Uint8Array>, contentType: string): Promise<void>
  stat(key: string): Promise<Stored | undefined>
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>
  /** In the order of their keys. Things in the storage that cannot be ours are left out. */
  list(prefix?: string): AsyncIterable<Stored>
  listUnfinished(): AsyncIterable<Unfinished>

  /** Only a storage that our own server offers has this: it answers the addresses that were signed. */
  serve?(request: Request): Promise<Response>
}

export interface Upload {
  key: string
  uploadId?: string
  contentType: string
  contentLength: number
}

/** To be sent with PUT and exactly these headers. The address may be relative to the page. */
export interface PartUrl extends Part {
  url: string
  headers: Record<string, string>
}

export interface Download {
  key: string
  /** What the file is called when it is saved. */
  name: string
  contentType: string
  disposition: Disposition
  expiresAt: Date
}

export type Disposition = 'inline' | 'attachment'

/** First and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

export interface Stored {
  key: string
  size: number
  modifiedAt: Date
}

export interface Unfinished {
  key: string
  uploadId: string
  /** When it began or, where the storage knows, when the last part came. */
  modifiedAt: Date
}

/** Small enough to be sent again without tears, and above the least that S3 takes (5 MiB). */
export const PART_BYTES = 16 * 1024 * 1024

export interface Part {
  /** Counted from 1. */
  number: number
  offset: number
  length: number
}

export function planParts(contentLength: number): Part[] {
  const count = Math.max(1, Math.ceil(contentLength / PART_BYTES))
  return Array.from({ length: count }, (_, index) => {
    const offset = index * PART_BYTES
    return { number: index + 1, offset, length: Math.min(PART_BYTES, contentLength - offset) }
  })
}

/** Such a file is sent with one plain PUT, and is there as soon as that has succeeded. */
export const isOnePart = (contentLength: number) => contentLength <= PART_BYTES

const GIGABYTE = 1000 ** 3

/** What one agent may store. */
export const STORAGE_QUOTA_BYTES = 100 * GIGABYTE
/** The same during the free trial, which costs nothing but a card that may not be charged. */
export const TRIAL_STORAGE_QUOTA_BYTES = 10 * GIGABYTE

/** The bytes of a file and everything that was made from them. */
export async function removeStored(storage: Storage, path: string) {
  for await (const { key } of storage.list(path)) await storage.remove(key)
}

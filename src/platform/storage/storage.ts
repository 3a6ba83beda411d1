import type { Readable } from 'node:stream'
import type { Env } from '../config/env.server.ts'
import { AppError } from '../errors.ts'
import { MediaError } from '../media/mediaError.ts'

/**
 * Stores the bytes of files. Callers know what they mean and who may read them. A key is written once:
 * no upload ever changes its content.
 */
export interface Storage {
  /** A file of more than one part gets an id, which all later steps need. */
  beginUpload(upload: Omit<StorageUpload, 'uploadId'>): Promise<{ uploadId?: string; partSize: number }>
  /** Signed URLs for the parts that the storage has not received yet. */
  partUrls(upload: StorageUpload & { expiresAt: Date }): Promise<PartUrl[]>
  /** Joins the parts into one file, if all have arrived. May be repeated. */
  finishUpload(upload: StorageUpload): Promise<void>
  /** Deletes the parts of an unfinished upload. */
  abandonUpload(upload: Pick<StorageUpload, 'key' | 'uploadId'>): Promise<void>

  /** A signed URL. Only types that a browser displays safely are shown inline, whatever was requested. */
  downloadUrl(download: Download): Promise<string>

  /** Throws "not found" if there is no such file. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** For files that we create ourselves. Replaces an existing file, so that a job may be repeated. */
  write(key: string, content: Uint8Array | AsyncIterable<Uint8Array>, contentType: string): Promise<void>
  stat(key: string): Promise<StoredObject | undefined>
  /** Does nothing if there is no such file. */
  remove(key: string): Promise<void>
  /** In the order of their keys. Skips names that are not valid keys. */
  list(prefix?: string): AsyncIterable<StoredObject>
  listUnfinished(): AsyncIterable<UnfinishedUpload>

  /** Serves signed URLs, for a storage on our own disk. */
  serve?(request: Request): Promise<Response>
}

export interface StorageUpload {
  key: string
  uploadId?: string
  contentType: string
  contentLength: number
}

/** Send with PUT and exactly these headers. The URL may be relative to the page. */
export interface PartUrl extends Part {
  url: string
  headers: Record<string, string>
}

export interface Download {
  key: string
  /** The file name for saving it. */
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

export interface StoredObject {
  key: string
  size: number
  modifiedAt: Date
}

export interface UnfinishedUpload {
  key: string
  uploadId: string
  /** When the upload began or, where the storage knows, when the last part arrived. */
  modifiedAt: Date
}

/** Small enough to send again after a failure, and above S3's minimum (5 MiB). */
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

/** A small file is sent with one PUT, and is complete as soon as that has succeeded. */
export const isOnePart = (contentLength: number) => contentLength <= PART_BYTES

const GIGABYTE = 1000 ** 3

/** The quota of an agency, for each seat that it pays for. */
export const STORAGE_QUOTA_BYTES = 100 * GIGABYTE
/** The quota of an agency during the free trial, however many seats it has. */
export const TRIAL_STORAGE_QUOTA_BYTES = 10 * GIGABYTE

/** Deletes a file and everything that was made from it. */
export async function removeFileAndVariants(storage: Storage, path: string) {
  for await (const { key } of storage.list(path)) await storage.remove(key)
}

/**
 * Amazon requires the bucket in the host name; all other providers support it in the path. A bucket with dots in its
 * name would need its own certificate as a host.
 */
export function isPathStyle(endpoint: URL, bucket: string) {
  return !endpoint.hostname.endsWith('.amazonaws.com') || bucket.includes('.')
}

/** Where browsers send and fetch files, if that is not the application itself. */
export function storageOrigin({ S3_ENDPOINT, S3_BUCKET }: Pick<Env, 'S3_ENDPOINT' | 'S3_BUCKET'>) {
  if (!S3_ENDPOINT || !S3_BUCKET) return undefined
  const endpoint = new URL(S3_ENDPOINT)
  if (!isPathStyle(endpoint, S3_BUCKET)) endpoint.hostname = `${S3_BUCKET}.${endpoint.hostname}`
  return endpoint.origin
}

export const uploadIncomplete = () => new AppError('UploadIncomplete', 409, 'Part of this file hasn’t arrived yet.')
export const alreadyStored = () => new AppError('AlreadyStored', 412, 'This file has already been uploaded.')

export const partInProgress = () =>
  new AppError('PartInProgress', 409, 'This part of the file is already being uploaded.', { retryAfter: 5 })

/** The storage did not respond, or responded with a server error. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
}

/** Temporary: works again when the storage responds, or has room. */
export const isStorageUnavailable = (error: unknown) =>
  error instanceof StorageUnavailableError || (error instanceof Error && NO_SPACE.test(errorCode(error)))

/** Errors from the media process arrive as text, and some libraries give no code. */
const NO_SPACE = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/

const errorCode = (error: Error) =>
  String('code' in error ? error.code : error instanceof MediaError ? error.cause : '')

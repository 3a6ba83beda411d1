import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { notFound } from '../../errors.ts'
import { downloadHeaders } from '../downloadHeaders.ts'
import type { ByteRange, Storage, StoredObject, UnfinishedUpload } from '../storage.ts'
import { isStorageKey } from '../storageKeys.server.ts'
import {
  type Bucket,
  isMissingObjectError,
  isRangeError,
  openBucket,
  type S3Settings,
  signUrl,
  withS3Timeout,
} from './bucket.server.ts'
import { createS3Uploads, writeObject } from './s3Uploads.server.ts'

/** Files in an S3 bucket. Browsers upload and download directly, with signed URLs. */
export function createS3Storage(settings: S3Settings): Storage {
  const bucket = openBucket(settings)
  const { client, at } = bucket

  return {
    ...createS3Uploads(bucket, stat),
    stat,
    remove,

    async abandonUpload({ key, uploadId }) {
      if (!uploadId) return remove(key)
      try {
        await client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId: uploadId }))
      } catch (error) {
        if (!isMissingObjectError(error)) throw error
      }
    },

    async downloadUrl({ key, ...download }) {
      const { contentType, contentDisposition, cacheControl } = downloadHeaders(download)
      const command = new GetObjectCommand({
        ...at(key),
        ResponseContentType: contentType,
        ResponseContentDisposition: contentDisposition,
        ResponseCacheControl: cacheControl,
      })
      return signUrl(bucket, command, download.expiresAt)
    },

    async read(key, range) {
      try {
        const command = new GetObjectCommand({ ...at(key), Range: rangeHeader(range) })
        const { Body } = await withS3Timeout((options) => client.send(command, options))
        if (Body instanceof Readable) return Body
      } catch (error) {
        if (isRangeError(error)) return Readable.from([])
        if (!isMissingObjectError(error)) throw error
      }
      throw notFound()
    },

    write: (key, content, contentType) => writeObject(bucket, key, content, contentType),
    list: (prefix = '') => listObjects(bucket, prefix),
    listUnfinished: () => listUnfinished(bucket),
  }

  async function stat(key: string): Promise<StoredObject | undefined> {
    try {
      const command = new HeadObjectCommand(at(key))
      const { ContentLength = 0, LastModified = new Date() } = await withS3Timeout((options) =>
        client.send(command, options),
      )
      return { key, size: ContentLength, modifiedAt: LastModified }
    } catch (error) {
      if (isMissingObjectError(error)) return undefined
      throw error
    }
  }

  async function remove(key: string) {
    await client.send(new DeleteObjectCommand(at(key)))
  }
}

const rangeHeader = (range?: ByteRange) => range && `bytes=${range.start}-${range.end}`

async function* listObjects({ client, name }: Bucket, prefix: string): AsyncGenerator<StoredObject> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: name, Prefix: prefix }))
    for (const { Key = '', Size = 0, LastModified = new Date() } of Contents)
      if (isStorageKey(Key)) yield { key: Key, size: Size, modifiedAt: LastModified }
}

/** The library has no paginator for this request. */
async function* listUnfinished({ client, name }: Bucket): AsyncGenerator<UnfinishedUpload> {
  let next: { KeyMarker?: string; UploadIdMarker?: string } = {}
  do {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket: name, ...next }))
    for (const { Key = '', UploadId = '', Initiated = new Date() } of page.Uploads ?? [])
      if (isStorageKey(Key)) yield { key: Key, uploadId: UploadId, modifiedAt: Initiated }
    next = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : {}
  } while (next.KeyMarker)
}

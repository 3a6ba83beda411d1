import { ListMultipartUploadsCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { isStorageKey } from '../keys.server.ts'
import type { Stored, Unfinished } from '../storage.ts'
import type { Bucket } from './bucket.server.ts'

export async function* listObjects({ client, name }: Bucket, prefix: string): AsyncGenerator<Stored> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: name, Prefix: prefix }))
    for (const { Key = '', Size = 0, LastModified = new Date() } of Contents)
      if (isStorageKey(Key)) yield { key: Key, size: Size, modifiedAt: LastModified }
}

/** The library pages through everything but this. */
export async function* listUnfinished({ client, name }: Bucket): AsyncGenerator<Unfinished> {
  let next: { KeyMarker?: string; UploadIdMarker?: string } = {}
  do {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket: name, ...next }))
    for (const { Key = '', UploadId = '', Initiated = new Date() } of page.Uploads ?? [])
      if (isStorageKey(Key)) yield { key: Key, uploadId: UploadId, modifiedAt: Initiated }
    next = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : {}
  } while (next.KeyMarker)
}

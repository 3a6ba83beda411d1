import {
  AbortMultipartUploadCommand,
  type Part as ArrivedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  type ListPartsCommandOutput,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { notFound } from '../../errors.ts'
import {
  isOnePart,
  PART_BYTES,
  type Part,
  type PartUrl,
  planParts,
  type Storage,
  type StorageUpload,
  uploadIncomplete,
} from '../storage.ts'
import { type Bucket, isAlreadyStoredError, isMissingObjectError, signUrl } from './bucket.server.ts'

type Uploads = Pick<Storage, 'beginUpload' | 'partUrls' | 'finishUpload'>

/** A small file is one signed PUT that succeeds once; a larger one is S3's multipart upload. */
export function createS3Uploads(bucket: Bucket, stat: Storage['stat']): Uploads {
  return {
    async beginUpload({ key, contentType, contentLength }) {
      const target = bucket.at(key)
      if (isOnePart(contentLength)) return { partSize: PART_BYTES }
      const begun = await bucket.client.send(new CreateMultipartUploadCommand({ ...target, ContentType: contentType }))
      return { uploadId: begun.UploadId, partSize: PART_BYTES }
    },

    async partUrls(upload) {
      if (await isStored(upload)) return []
      const arrived = await arrivedParts(upload)
      if (!arrived) throw notFound()
      return Promise.all(notIn(arrived, upload).map((part) => signed(upload, part, upload.expiresAt)))
    },

    async finishUpload(upload) {
      const stored = await stat(upload.key)
      // Not every S3 refuses to complete an upload whose key is already there, so it isn't asked.
      if (!stored) await completeIfWhole(upload)
      // Another request may have finished it already.
      if (stored?.size !== upload.contentLength && !(await isStored(upload))) throw uploadIncomplete()
    },
  }

  async function isStored({ key, contentLength }: StorageUpload) {
    const stored = await stat(key)
    return stored?.size === contentLength
  }

  /** Undefined if the upload no longer exists. */
  async function arrivedParts({ key, uploadId }: StorageUpload): Promise<ArrivedPart[] | undefined> {
    const arrived: ArrivedPart[] = []
    if (!uploadId) return arrived
    const upload = { ...bucket.at(key), UploadId: uploadId }
    try {
      // Not with the library's paginator: Ceph names a next page after the last one, and the paginator asks for it forever.
      let page: ListPartsCommandOutput | undefined
      do {
        const next: ListPartsCommand = new ListPartsCommand({ ...upload, PartNumberMarker: page?.NextPartNumberMarker })
        page = await bucket.client.send(next)
        arrived.push(...(page.Parts ?? []))
      } while (page.IsTruncated)
      return arrived
    } catch (error) {
      if (isMissingObjectError(error)) return undefined
      throw error
    }
  }

  async function completeIfWhole(upload: StorageUpload) {
    const arrived = await arrivedParts(upload)
    if (upload.uploadId && arrived && notIn(arrived, upload).length === 0) await complete(upload, arrived)
  }

  async function complete({ key, uploadId }: StorageUpload, arrived: ArrivedPart[]) {
    const Parts = arrived.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }))
    const upload = { ...bucket.at(key), UploadId: uploadId, MultipartUpload: { Parts }, IfNoneMatch: '*' }
    try {
      await bucket.client.send(new CompleteMultipartUploadCommand(upload))
    } catch (error) {
      if (!isMissingObjectError(error) && !isAlreadyStoredError(error)) throw error
    }
  }

  async function signed({ key, uploadId, contentType }: StorageUpload, part: Part, expiresAt: Date): Promise<PartUrl> {
    const target = { ...bucket.at(key), ContentLength: part.length }
    if (uploadId) {
      const command = new UploadPartCommand({ ...target, UploadId: uploadId, PartNumber: part.number })
      return { ...part, url: await signUrl(bucket, command, expiresAt), headers: {} }
    }
    const command = new PutObjectCommand({ ...target, ContentType: contentType, IfNoneMatch: '*' })
    const headers = { 'content-type': contentType, 'if-none-match': '*' }
    return { ...part, url: await signUrl(bucket, command, expiresAt, ['content-type']), headers }
  }
}

const notIn = (arrived: ArrivedPart[], { contentLength }: StorageUpload) =>
  planParts(contentLength).filter(
    ({ number, length }) => !arrived.some(({ PartNumber, Size }) => PartNumber === number && Size === length),
  )

type Content = Uint8Array | AsyncIterable<Uint8Array>

/** S3 needs the length in advance, so a stream is sent in parts, one of them in memory at a time. */
export async function writeObject(bucket: Bucket, key: string, content: Content, contentType: string) {
  const target = { ...bucket.at(key), ContentType: contentType }
  const put = (Body: Uint8Array) => bucket.client.send(new PutObjectCommand({ ...target, Body }))
  if (content instanceof Uint8Array) return void (await put(content))

  const parts = inParts(content)
  const first = (await parts.next()).value ?? new Uint8Array()
  if (first.byteLength < PART_BYTES) return void (await put(first))
  const { UploadId } = await bucket.client.send(new CreateMultipartUploadCommand(target))
  try {
    await sendParts(bucket, { ...bucket.at(key), UploadId }, first, parts)
  } catch (error) {
    await bucket.client.send(new AbortMultipartUploadCommand({ ...bucket.at(key), UploadId }))
    throw error
  }
}

type Multipart = ReturnType<Bucket['at']> & { UploadId: string | undefined }

async function sendParts({ client }: Bucket, upload: Multipart, first: Uint8Array, more: AsyncIterable<Uint8Array>) {
  const Parts: { PartNumber: number; ETag: string | undefined }[] = []
  const send = async (Body: Uint8Array) => {
    const PartNumber = Parts.length + 1
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }))
    Parts.push({ PartNumber, ETag })
  }
  await send(first)
  for await (const part of more) await send(part)
  await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
}

/** The same bytes in parts of one size, except for the last. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let pending: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    pending.push(chunk)
    size += chunk.byteLength
    if (size < PART_BYTES) continue
    let rest = Buffer.concat(pending)
    for (; rest.byteLength >= PART_BYTES; rest = rest.subarray(PART_BYTES)) yield rest.subarray(0, PART_BYTES)
    pending = [rest]
    size = rest.byteLength
  }
  if (size > 0) yield Buffer.concat(pending)
}

import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { PART_BYTES } from '../parts.ts'
import type { Bucket } from './bucket.server.ts'

type Content = Uint8Array | AsyncIterable<Uint8Array>

/** S3 wants to know lengths beforehand, so a stream goes in parts, of which one at a time is in memory. */
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

/** The same bytes in pieces of one size, but for the last. */
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

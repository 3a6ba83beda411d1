import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Answer, type Asked, page, S3Error, xml } from './answer.ts'
import { type Objects, refuseIfTaken } from './objects.ts'
import { receive } from './receive.ts'

interface PartFile {
  path: string
  size: number
  etag: string
}

interface Multipart {
  key: string
  contentType: string
  initiated: Date
  parts: Map<number, PartFile>
}

export type Multiparts = Map<string, Multipart>

const LEAST = 5 * 1024 * 1024

export function createUpload(uploads: Multiparts, { key, headers }: Asked): Answer {
  const id = randomUUID()
  const contentType = headers['content-type'] ?? 'binary/octet-stream'
  uploads.set(id, { key, contentType, initiated: new Date(), parts: new Map() })
  return xml(200, 'InitiateMultipartUploadResult', [
    ['Key', key],
    ['UploadId', id],
  ])
}

export async function uploadPart(uploads: Multiparts, asked: Asked): Promise<Answer> {
  find(uploads, asked)
  const part = await receive(asked)
  const number = Number(asked.query.get('partNumber'))
  const upload = find(uploads, asked)
  const former = upload.parts.get(number)
  upload.parts.set(number, part)
  if (former) await rm(former.path)
  return { status: 200, headers: { etag: part.etag } }
}

export function listParts(uploads: Multiparts, asked: Asked): Answer {
  const sorted = [...find(uploads, asked).parts].toSorted(([a], [b]) => a - b)
  const marker = Number(asked.query.get('part-number-marker'))
  const { items, isTruncated } = page(sorted, ([number]) => number > marker)
  return xml(200, 'ListPartsResult', [
    ['IsTruncated', isTruncated],
    // Named even if there is no next page, as Ceph does.
    ['NextPartNumberMarker', items.at(-1)?.[0] ?? marker],
    ...items.map(([number, { size, etag }]): [string, [string, string | number][]] => [
      'Part',
      [
        ['PartNumber', number],
        ['Size', size],
        ['ETag', etag],
      ],
    ]),
  ])
}

export async function completeUpload(uploads: Multiparts, objects: Objects, asked: Asked): Promise<Answer> {
  const parts = partsNamedIn(await text(asked.body), find(uploads, asked))
  const path = join(asked.folder, randomUUID())
  for (const part of parts) await pipeline(createReadStream(part.path), createWriteStream(path, { flags: 'a' }))

  // Synchronous from here on, so that only one of two simultaneous completions succeeds.
  const upload = find(uploads, asked)
  refuseIfTaken(objects, asked)
  uploads.delete(asked.query.get('uploadId') ?? '')
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  const etag = `"${randomUUID()}-${parts.length}"`
  objects.set(asked.key, { path, size, etag, contentType: upload.contentType, modifiedAt: new Date() })
  await dropParts(upload)
  return xml(200, 'CompleteMultipartUploadResult', [['ETag', etag]])
}

function partsNamedIn(document: string, upload: Multipart) {
  const named = [...document.matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
  }))
  const parts = named.flatMap(({ number, etag }) => {
    const part = upload.parts.get(number)
    return part && part.etag === etag ? [part] : []
  })
  if (parts.length === 0 || parts.length < named.length) throw new S3Error(400, 'InvalidPart')
  if (parts.slice(0, -1).some(({ size }) => size < LEAST)) throw new S3Error(400, 'EntityTooSmall')
  return parts
}

export async function abortUpload(uploads: Multiparts, asked: Asked): Promise<Answer> {
  await dropParts(find(uploads, asked))
  uploads.delete(asked.query.get('uploadId') ?? '')
  return { status: 204 }
}

export function listUploads(uploads: Multiparts, { query }: Asked): Answer {
  const position = (key: string, id: string) => `${key} ${id}`
  const marker = position(query.get('key-marker') ?? '', query.get('upload-id-marker') ?? '')
  const sorted = [...uploads].toSorted(([a, x], [b, y]) => (position(x.key, a) < position(y.key, b) ? -1 : 1))
  const { items, isTruncated } = page(sorted, ([id, { key }]) => position(key, id) > marker)
  const last = isTruncated ? items.at(-1) : undefined
  return xml(200, 'ListMultipartUploadsResult', [
    ['IsTruncated', isTruncated],
    ['NextKeyMarker', last?.[1].key],
    ['NextUploadIdMarker', last?.[0]],
    ...items.map(([id, { key, initiated }]): [string, [string, string][]] => [
      'Upload',
      [
        ['Key', key],
        ['UploadId', id],
        ['Initiated', initiated.toISOString()],
      ],
    ]),
  ])
}

function find(uploads: Multiparts, { key, query }: Asked) {
  const upload = uploads.get(query.get('uploadId') ?? '')
  if (upload?.key !== key) throw new S3Error(404, 'NoSuchUpload')
  return upload
}

async function dropParts({ parts }: Multipart) {
  for (const { path } of parts.values()) await rm(path)
}

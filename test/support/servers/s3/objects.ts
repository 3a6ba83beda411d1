import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type Answer, type Asked, page, S3Error, xml } from './answer.ts'
import { receive } from './receive.ts'

export interface StoredObject {
  path: string
  size: number
  etag: string
  contentType: string
  modifiedAt: Date
}

export type Objects = Map<string, StoredObject>

const OVERRIDES = ['content-type', 'content-disposition', 'cache-control']

export async function putObject(objects: Objects, asked: Asked): Promise<Answer> {
  refuseIfTaken(objects, asked)
  const received = await receive(asked)
  // Another object may have been stored while this one was being sent.
  refuseIfTaken(objects, asked)
  const contentType = asked.headers['content-type'] ?? 'binary/octet-stream'
  objects.set(asked.key, { ...received, contentType, modifiedAt: new Date() })
  return { status: 200, headers: { etag: received.etag } }
}

export function refuseIfTaken(objects: Objects, { key, headers }: Asked) {
  if (headers['if-none-match'] === '*' && objects.has(key)) throw new S3Error(412, 'PreconditionFailed')
}

export function getObject(objects: Objects, { key, query, headers, method }: Asked): Answer {
  const object = objects.get(key)
  if (!object) throw new S3Error(404, 'NoSuchKey')
  const answered: Record<string, string | number> = {
    'content-type': object.contentType,
    'accept-ranges': 'bytes',
    etag: object.etag,
    'last-modified': object.modifiedAt.toUTCString(),
  }
  for (const name of OVERRIDES) if (query.has(`response-${name}`)) answered[name] = query.get(`response-${name}`) ?? ''
  const range = rangeOf(headers.range, object.size)
  const { start, end } = range ?? { start: 0, end: object.size - 1 }
  if (range) answered['content-range'] = `bytes ${start}-${end}/${object.size}`
  const body = method === 'HEAD' || object.size === 0 ? '' : createReadStream(object.path, { start, end })
  return { status: range ? 206 : 200, headers: { ...answered, 'content-length': end - start + 1 }, body }
}

/** One range; S3 ignores a header that it cannot read, or that names several. */
function rangeOf(header: string | undefined, size: number) {
  const [whole, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (!whole || whole === 'bytes=-' || (first && last && Number(last) < Number(first))) return undefined
  if (!first) return { start: Math.max(0, size - Number(last)), end: size - 1 }
  if (Number(first) >= size) throw new S3Error(416, 'InvalidRange')
  return { start: Number(first), end: last ? Math.min(Number(last), size - 1) : size - 1 }
}

export async function deleteObject(objects: Objects, { key }: Asked): Promise<Answer> {
  const object = objects.get(key)
  objects.delete(key)
  if (object) await rm(object.path)
  return { status: 204 }
}

export function listObjects(objects: Objects, { query }: Asked): Answer {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const found = [...objects].filter(([key]) => key.startsWith(prefix)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const { items, isTruncated } = page(found, ([key]) => key > after)
  return xml(200, 'ListBucketResult', [
    ['IsTruncated', isTruncated],
    ['NextContinuationToken', isTruncated ? items.at(-1)?.[0] : undefined],
    ...items.map(([key, { size, etag, modifiedAt }]): [string, [string, string | number][]] => [
      'Contents',
      [
        ['Key', key],
        ['Size', size],
        ['ETag', etag],
        ['LastModified', modifiedAt.toISOString()],
      ],
    ]),
  ])
}

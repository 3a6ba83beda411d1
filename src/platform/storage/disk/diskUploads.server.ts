import { mkdir, rm } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { basename, join } from 'node:path'
import type { ServerRequest } from 'srvx'
import { z } from 'zod'
import { forbidden, invalidInput, notFound, tooLarge } from '../../errors.ts'
import { allowSlowBody } from '../../http/slowClients.server.ts'
import {
  alreadyStored,
  isOnePart,
  PART_BYTES,
  type Part,
  type PartUrl,
  partInProgress,
  planParts,
  type Storage,
  type StorageUpload,
  uploadIncomplete,
} from '../storage.ts'
import {
  commitNewFile,
  commitPartsFolder,
  findDiskFile,
  isMissingFileError,
  type Layout,
  listPieces,
  moveDurably,
  newUnfinishedId,
  partName,
  writeDraft,
} from './diskFiles.server.ts'
import type { SignedParams, UrlSigner } from './urlSigner.server.ts'

type Uploads = Pick<Storage, 'beginUpload' | 'partUrls' | 'finishUpload'>

/** Parts are collected in a folder; when all have arrived, the folder itself becomes the file, so nothing is copied. */
export function createDiskUploads(layout: Layout, signer: UrlSigner): Uploads {
  return {
    async beginUpload({ key, contentLength }) {
      layout.fileOf(key)
      if (isOnePart(contentLength)) return { partSize: PART_BYTES }
      const uploadId = newUnfinishedId()
      await mkdir(layout.unfinishedOf(key, uploadId), { mode: 0o700 })
      return { uploadId, partSize: PART_BYTES }
    },

    async partUrls(upload) {
      if (await isStored(upload)) return []
      const missing = await missingParts(upload)
      if (!missing) throw notFound()
      return missing.map((part) => signed(upload, part, upload.expiresAt))
    },

    async finishUpload(upload) {
      const { key, uploadId } = upload
      const missing = await missingParts(upload)
      if (uploadId && missing?.length === 0)
        await commitPartsFolder(layout.unfinishedOf(key, uploadId), layout.fileOf(key))
      // Another request may have finished it already.
      if (!(await isStored(upload))) throw uploadIncomplete()
    },
  }

  async function isStored({ key, contentLength }: StorageUpload) {
    const kept = await findDiskFile(layout.fileOf(key))
    return kept?.size === contentLength
  }

  /** Undefined if the upload no longer exists. */
  async function missingParts({ key, uploadId, contentLength }: StorageUpload): Promise<Part[] | undefined> {
    const parts = planParts(contentLength)
    if (!uploadId) return parts
    try {
      const arrived = await listPieces(layout.unfinishedOf(key, uploadId))
      const sizes = new Map(arrived.map(({ path, size }) => [basename(path), size]))
      return parts.filter(({ number, length }) => sizes.get(partName(number)) !== length)
    } catch (error) {
      if (isMissingFileError(error)) return undefined
      throw error
    }
  }

  function signed({ key, uploadId, contentType }: StorageUpload, part: Part, expiresAt: Date): PartUrl {
    const terms = { type: contentType, length: String(part.length) }
    const which = uploadId && { upload: uploadId, part: String(part.number) }
    const url = signer.sign('PUT', key, expiresAt, { ...terms, ...which })
    return { ...part, url, headers: { 'content-type': contentType } }
  }
}

const UploadTerms = z.object({
  type: z.string(),
  length: z.coerce.number(),
  upload: z.string().optional(),
  part: z.coerce.number().optional(),
})

export type UploadRequest = Request & Pick<ServerRequest, 'runtime'>

interface Destination {
  layout: Layout
  key: string
  signed: SignedParams
  /** Paths that this process is writing. */
  writing: Set<string>
}

/** Receives one part, or a whole small file, exactly as it was signed. */
export async function receivePart(
  request: UploadRequest,
  { layout, key, signed, writing }: Destination,
): Promise<Response> {
  const { type, length, upload, part } = UploadTerms.parse(signed)
  if (request.headers.get('content-type') !== type) throw forbidden('This link is for a different type of file.')
  refuseOtherLength(Number(request.headers.get('content-length') ?? length), length)
  const file = layout.fileOf(key)
  const isPart = upload !== undefined && part !== undefined
  const target = isPart ? join(layout.unfinishedOf(key, upload), partName(part)) : file

  // Several requests may use one URL at once. Each would take up space that no quota counts.
  if (writing.has(target)) throw partInProgress()
  writing.add(target)
  try {
    if ((await findDiskFile(file)) || (await findDiskFile(target))) throw alreadyStored()
    const draft = layout.unfinishedOf(key, newUnfinishedId())
    await writeDraft(draft, checkLength(requestBody(request), length))
    if (isPart) await addPart(draft, target)
    else if (!(await commitNewFile(draft, file))) throw alreadyStored()
    return new Response(null)
  } finally {
    writing.delete(target)
  }
}

/** The folder is gone once the upload was finished or abandoned, so a late part cannot change a finished file. */
async function addPart(draft: string, path: string) {
  try {
    await moveDurably(draft, path)
  } catch (error) {
    throw isMissingFileError(error) ? notFound() : error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Node's own stream if there is one: it stays open when we stop reading, so that a refusal can still be sent. */
function requestBody(request: UploadRequest): AsyncIterable<Uint8Array> {
  const incoming = request.runtime?.node?.req
  if (!(incoming instanceof IncomingMessage)) return request.body ?? emptyBody()
  allowSlowBody(incoming)
  return incoming.iterator({ destroyOnReturn: false })
}

async function* emptyBody() {}

async function* checkLength(body: AsyncIterable<Uint8Array>, length: number) {
  let received = 0
  for await (const chunk of untilCutOff(body)) {
    received += chunk.byteLength
    if (received > length) throw tooLarge()
    yield chunk
  }
  refuseOtherLength(received, length)
}

async function* untilCutOff(body: AsyncIterable<Uint8Array>) {
  try {
    yield* body
  } catch {
    throw invalidInput({}, 'The connection was lost before the whole file arrived.')
  }
}

function refuseOtherLength(given: number, length: number) {
  if (given > length) throw tooLarge()
  if (given < length) throw invalidInput({}, 'The file that arrived is smaller than announced.')
}

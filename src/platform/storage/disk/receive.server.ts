import { rm } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { ServerRequest } from 'srvx'
import { z } from 'zod'
import { forbidden, invalidInput, notFound, tooLarge } from '../../errors.ts'
import { allowSlowBody } from '../../http/patience.server.ts'
import { alreadyStored, partInProgress } from '../errors.ts'
import { findStoredFile, isMissing } from './kept.server.ts'
import { publishNew, moveDurably, writeDraft } from './lasting.server.ts'
import { type Layout, newUnfinishedId, partName } from './layout.server.ts'
import type { SignedTerms } from './signature.server.ts'

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
  signed: SignedTerms
  /** The paths that are being written by this process. */
  writing: Set<string>
}

/** Takes one part, or the whole of a small file, exactly as it was signed. */
export async function receivePart(request: UploadRequest, { layout, key, signed, writing }: Destination): Promise<Response> {
  const { type, length, upload, part } = UploadTerms.parse(signed)
  if (request.headers.get('content-type') !== type) throw forbidden('This link is for a different type of file.')
  refuseOtherLength(Number(request.headers.get('content-length') ?? length), length)
  const file = layout.fileOf(key)
  const isPart = upload !== undefined && part !== undefined
  const target = isPart ? join(layout.unfinishedOf(key, upload), partName(part)) : file

  // One address may be used by many senders at once. Each would take up as much space again, and no quota counts it.
  if (writing.has(target)) throw partInProgress()
  writing.add(target)
  try {
    if ((await findStoredFile(file)) || (await findStoredFile(target))) throw alreadyStored()
    const draft = layout.unfinishedOf(key, newUnfinishedId())
    await writeDraft(draft, checkLength(requestBody(request), length))
    if (isPart) await addPart(draft, target)
    else if (!(await publishNew(draft, file))) throw alreadyStored()
    return new Response(null)
  } finally {
    writing.delete(target)
  }
}

/** The folder of an upload is gone once that was finished or abandoned, so a late part cannot change a finished file. */
async function addPart(draft: string, path: string) {
  try {
    await moveDurably(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw isMissing(error) ? notFound() : error
  }
}

/** Node's own stream where there is one. It stays open when we stop reading, so that the refusal can still be sent. */
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

import { rm } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { ServerRequest } from 'srvx'
import { z } from 'zod'
import { forbidden, invalidInput, notFound, tooLarge } from '../../errors.ts'
import { bePatientWith } from '../../http/patience.server.ts'
import { alreadyStored } from '../errors.ts'
import { findKept, isMissing } from './kept.server.ts'
import { keepNew, moveLasting, writeDraft } from './lasting.server.ts'
import { type Layout, newUnfinishedId, partName } from './layout.server.ts'
import type { Terms } from './signature.server.ts'

const UploadTerms = z.object({
  type: z.string(),
  length: z.coerce.number(),
  upload: z.string().optional(),
  part: z.coerce.number().optional(),
})

export type Received = Request & Pick<ServerRequest, 'runtime'>

/** Takes one part, or the whole of a small file, exactly as it was signed. */
export async function receivePart(request: Received, layout: Layout, key: string, signed: Terms): Promise<Response> {
  const terms = UploadTerms.parse(signed)
  if (request.headers.get('content-type') !== terms.type) throw forbidden('This link is for another type of file.')
  refuseOtherLength(Number(request.headers.get('content-length') ?? terms.length), terms.length)
  if (await findKept(layout.fileOf(key))) throw alreadyStored()

  const draft = layout.unfinishedOf(key, newUnfinishedId())
  await writeDraft(draft, counted(bodyOf(request), terms.length))
  if (terms.upload !== undefined && terms.part !== undefined)
    await addPart(draft, join(layout.unfinishedOf(key, terms.upload), partName(terms.part)))
  else if (!(await keepNew(draft, layout.fileOf(key)))) throw alreadyStored()
  return new Response(null)
}

/** The folder of an upload is gone once that was finished or abandoned, so a late part cannot change a finished file. */
async function addPart(draft: string, path: string) {
  try {
    await moveLasting(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw isMissing(error) ? notFound() : error
  }
}

/** Node's own stream where there is one. It stays open when we stop reading, so that the refusal can still be sent. */
function bodyOf(request: Received): AsyncIterable<Uint8Array> {
  const incoming = request.runtime?.node?.req
  if (!(incoming instanceof IncomingMessage)) return request.body ?? nothing()
  bePatientWith(incoming)
  return incoming.iterator({ destroyOnReturn: false })
}

async function* nothing() {}

async function* counted(body: AsyncIterable<Uint8Array>, length: number) {
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
    throw invalidInput({}, 'The connection was lost before all had arrived.')
  }
}

function refuseOtherLength(given: number, length: number) {
  if (given > length) throw tooLarge()
  if (given < length) throw invalidInput({}, 'Less has arrived than was announced.')
}

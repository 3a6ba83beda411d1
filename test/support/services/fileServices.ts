import { afterAll, beforeAll } from 'vitest'
import type { BeginUploadInput } from '../../../src/features/files/files.schema.ts'
import { beginUpload } from '../../../src/features/files/server/beginUpload.server.ts'
import { eraseFilesJob } from '../../../src/features/files/server/deleteFiles.server.ts'
import { finishUpload } from '../../../src/features/files/server/finishUpload.server.ts'
import { prepareFileJob } from '../../../src/features/files/server/prepareFile.server.ts'
import { removeContentJob } from '../../../src/features/files/server/removeContent.server.ts'
import type { Agent } from '../../../src/platform/auth/sessions.server.ts'
import { createAgent } from '../../fixtures/agents.ts'
import { createListing } from '../../fixtures/listings.ts'
import { openServices, registerWorker } from './services.ts'
import type { OpenStorage } from './storages.ts'

type Opened = Awaited<ReturnType<typeof openServices>>
type Extra = Partial<Pick<BeginUploadInput, 'contentType' | 'listingId' | 'replaces' | 'note'>>

export interface FileServices extends Opened {
  agent: Agent
  otherAgent: Agent
  newListing(owner?: Agent): Promise<string>
  /** Announces a file and sends its bytes, as the page does. */
  send(name: string, bytes: Uint8Array, extra?: Extra, owner?: Agent): Promise<string>
  /** The same, and finishes it. */
  add(name: string, bytes: Uint8Array, extra?: Extra, owner?: Agent): Promise<Awaited<ReturnType<typeof finishUpload>>>
}

/** Two agents and everything that files need, on the given storage. */
export function useFileServices(parts: OpenStorage) {
  const context = {} as FileServices
  beforeAll(async () => {
    const opened = await openServices(
      [registerWorker(prepareFileJob), registerWorker(removeContentJob), registerWorker(eraseFilesJob)],
      {
        storage: parts.storage,
      },
    )
    const { services } = opened
    const { db } = opened.database
    const [agent, otherAgent] = [await createAgent(db), await createAgent(db)]
    const send: FileServices['send'] = async (name, bytes, extra = {}, owner = agent) => {
      const request = { name, contentType: '', contentLength: String(bytes.length), ...extra }
      const { uploadId, parts: pieces } = await beginUpload(services, owner, request)
      for (const { url, headers, offset, length } of pieces) {
        const body = bytes.slice(offset, offset + length)
        const { status } = await fetch(parts.at(url), { method: 'PUT', headers, body })
        if (status !== 200) throw new Error(`A part was answered with ${status}.`)
      }
      return uploadId
    }
    Object.assign(context, opened, {
      agent,
      otherAgent,
      newListing: async (owner = agent) => (await createListing(db, { agent: owner })).id,
      send,
      add: async (name, bytes, extra, owner = agent) =>
        finishUpload(services, owner, await send(name, bytes, extra, owner)),
    } satisfies Partial<FileServices>)
  })
  afterAll(() => context.close())
  return context
}

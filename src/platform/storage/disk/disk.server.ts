import { rename, rm } from 'node:fs/promises'
import { notFound } from '../../errors.ts'
import type { Storage, Stored } from '../storage.ts'
import { serveSignedUrls } from './door.server.ts'
import { findStoredFile, isMissing, readStoredFile } from './kept.server.ts'
import { publishReplacing, writeDraft } from './lasting.server.ts'
import { createLayout, newUnfinishedId } from './layout.server.ts'
import { listKeys, listUnfinished } from './listing.server.ts'
import { createUrlSigner } from './signature.server.ts'
import { createDiskUploads } from './uploads.server.ts'

/** Files in a folder of ours, offered by our own server. */
export function createDiskStorage(settings: { folder: string; secret: string }): Storage {
  const layout = createLayout(settings.folder)
  const signer = createUrlSigner(settings.secret)

  return {
    ...createDiskUploads(layout, signer),
    serve: serveSignedUrls(layout, signer),
    stat,
    remove,

    async abandonUpload({ key, uploadId }) {
      if (uploadId) await rm(layout.unfinishedOf(key, uploadId), { recursive: true, force: true })
      else await remove(key)
    },

    async downloadUrl({ key, name, contentType, disposition, expiresAt }) {
      layout.fileOf(key)
      return signer.sign('GET', key, expiresAt, { name: name.toWellFormed(), type: contentType, disposition })
    },

    async read(key, range) {
      const kept = await findStoredFile(layout.fileOf(key))
      if (!kept) throw notFound()
      return readStoredFile(kept, range)
    },

    async write(key, content) {
      const draft = layout.unfinishedOf(key, newUnfinishedId())
      await writeDraft(draft, content)
      await publishReplacing(draft, layout.fileOf(key))
    },

    async *list(prefix = '') {
      for await (const key of listKeys(layout.root, prefix)) {
        const stored = await stat(key)
        if (stored) yield stored
      }
    },

    listUnfinished: () => listUnfinished(layout),
  }

  async function stat(key: string): Promise<Stored | undefined> {
    const kept = await findStoredFile(layout.fileOf(key))
    return kept && { key, size: kept.size, modifiedAt: kept.modifiedAt }
  }

  /** Out of sight in one step, because a folder of parts takes many to go. */
  async function remove(key: string) {
    const gone = layout.unfinishedOf(key, newUnfinishedId())
    try {
      await rename(layout.fileOf(key), gone)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
    await rm(gone, { recursive: true, force: true })
  }
}

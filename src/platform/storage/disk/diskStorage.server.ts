import { rename, rm } from 'node:fs/promises'
import { forbidden, notFound } from '../../errors.ts'
import type { AppSecret } from '../../secrets/keyring.server.ts'
import type { Storage, StoredObject } from '../storage.ts'
import { isStorageKey } from '../storageKeys.server.ts'
import {
  commitReplacingFile,
  createDiskLayout,
  findDiskFile,
  isMissingFileError,
  type Layout,
  listKeys,
  listUnfinished,
  newUnfinishedId,
  readDiskFile,
  writeDraft,
} from './diskFiles.server.ts'
import { createDiskUploads, receivePart, type UploadRequest } from './diskUploads.server.ts'
import { serveDiskFile } from './serveDiskFile.server.ts'
import { createUrlSigner, STORAGE_PATH, type UrlSigner } from './urlSigner.server.ts'

/** Files in a local folder, served by our own server. */
export function createDiskStorage(settings: { folder: string; secret: AppSecret }): Storage {
  const layout = createDiskLayout(settings.folder)
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
      const kept = await findDiskFile(layout.fileOf(key))
      if (!kept) throw notFound()
      return readDiskFile(kept, range)
    },

    async write(key, content) {
      const draft = layout.unfinishedOf(key, newUnfinishedId())
      await writeDraft(draft, content)
      await commitReplacingFile(draft, layout.fileOf(key))
    },

    async *list(prefix = '') {
      for await (const key of listKeys(layout.root, prefix)) {
        const stored = await stat(key)
        if (stored) yield stored
      }
    },

    listUnfinished: () => listUnfinished(layout),
  }

  async function stat(key: string): Promise<StoredObject | undefined> {
    const kept = await findDiskFile(layout.fileOf(key))
    return kept && { key, size: kept.size, modifiedAt: kept.modifiedAt }
  }

  /** Renamed first, so that the file disappears in one step: deleting a folder of parts takes many. */
  async function remove(key: string) {
    const gone = layout.unfinishedOf(key, newUnfinishedId())
    try {
      await rename(layout.fileOf(key), gone)
    } catch (error) {
      if (!isMissingFileError(error)) throw error
    }
    await rm(gone, { recursive: true, force: true })
  }
}

/** Serves signed URLs. A path that is not a valid key is refused even if it is signed. */
function serveSignedUrls(layout: Layout, signer: UrlSigner) {
  const writing = new Set<string>()
  return async (request: UploadRequest): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const key = pathname.slice(STORAGE_PATH.length)
    if (!isStorageKey(key)) throw notFound()
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const terms = signer.verify(method, key, searchParams)
    if (!terms) throw forbidden('This link has expired. Go back and open the file again.')
    if (method !== 'PUT') return serveDiskFile(request, layout.fileOf(key), terms)
    return receivePart(request, { layout, key, signed: terms, writing })
  }
}

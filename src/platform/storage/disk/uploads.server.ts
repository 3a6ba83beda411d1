import { mkdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { notFound } from '../../errors.ts'
import { uploadIncomplete } from '../errors.ts'
import { isOnePart, PART_BYTES, type Part, planParts } from '../parts.ts'
import type { PartUrl, Storage, Upload } from '../storage.ts'
import { findStoredFile, isMissing, listPieces } from './kept.server.ts'
import { publishFolder } from './lasting.server.ts'
import { type Layout, newUnfinishedId, partName } from './layout.server.ts'
import type { UrlSigner } from './signature.server.ts'

type Uploads = Pick<Storage, 'beginUpload' | 'partUrls' | 'finishUpload'>

/** Parts lie in a folder until all are there; then the folder itself becomes the file, so nothing is copied. */
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
      if (await isStored(upload)) return
      const missing = await missingParts(upload)
      if (uploadId && missing?.length === 0) await publishFolder(layout.unfinishedOf(key, uploadId), layout.fileOf(key))
      // Somebody else may have been faster, which is as good.
      if (!(await isStored(upload))) throw uploadIncomplete()
    },
  }

  async function isStored({ key, contentLength }: Upload) {
    const kept = await findStoredFile(layout.fileOf(key))
    return kept?.size === contentLength
  }

  /** Nothing if there is no such upload any more. */
  async function missingParts({ key, uploadId, contentLength }: Upload): Promise<Part[] | undefined> {
    const parts = planParts(contentLength)
    if (!uploadId) return parts
    try {
      const arrived = await listPieces(layout.unfinishedOf(key, uploadId))
      const sizes = new Map(arrived.map(({ path, size }) => [basename(path), size]))
      return parts.filter(({ number, length }) => sizes.get(partName(number)) !== length)
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  function signed({ key, uploadId, contentType }: Upload, part: Part, expiresAt: Date): PartUrl {
    const terms = { type: contentType, length: String(part.length) }
    const which = uploadId && { upload: uploadId, part: String(part.number) }
    const url = signer.sign('PUT', key, expiresAt, { ...terms, ...which })
    return { ...part, url, headers: { 'content-type': contentType } }
  }
}

import type { Download, PartUrl, Storage, StorageUpload } from '../../src/platform/storage/storage.ts'
import { newStorageKey } from '../../src/platform/storage/storageKeys.server.ts'
import { someBytes } from '../fixtures/content/bytes.ts'

export const PDF = 'application/pdf'
export const soon = () => new Date(Date.now() + 60_000)
export const past = () => new Date(Date.now() - 5_000)

export const pdfDownload = (key: string): Download => ({
  key,
  name: 'Building report.pdf',
  contentType: PDF,
  disposition: 'inline',
  expiresAt: soon(),
})

/** What the application and a browser do together to upload files. */
export function createUploader({ storage, at }: { storage: Storage; at(url: string): string }) {
  const urlsOf = (upload: StorageUpload, expiresAt = soon()) => storage.partUrls({ ...upload, expiresAt })

  /** Sends the piece of a file that belongs to this part, or something else. */
  const put = ({ url, headers, offset, length }: PartUrl, file: Uint8Array<ArrayBuffer>, instead: RequestInit = {}) =>
    fetch(at(url), { method: 'PUT', headers, body: file.subarray(offset, offset + length), ...instead })

  return {
    urlsOf,
    put,

    async begin(contentLength: number): Promise<StorageUpload> {
      const upload = { key: newStorageKey('documents'), contentType: PDF, contentLength }
      return { ...upload, ...(await storage.beginUpload(upload)) }
    },

    async urlOf(upload: StorageUpload, expiresAt = soon()) {
      const [url] = await urlsOf(upload, expiresAt)
      if (!url) throw new Error('No part is missing.')
      return url
    },

    async sendAll(upload: StorageUpload, file: Uint8Array<ArrayBuffer>) {
      for (const part of await urlsOf(upload)) {
        const { status } = await put(part, file)
        if (status !== 200) throw new Error(`Part ${part.number} was answered with ${status}.`)
      }
    },

    /** A file that is there already. */
    async stored(bytes = someBytes(1_000)) {
      const key = newStorageKey('documents')
      await storage.write(key, bytes, PDF)
      return key
    },
  }
}

export async function collectAll<T>(items: AsyncIterable<T>) {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

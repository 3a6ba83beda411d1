import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { MediaError } from '#platform/media/mediaError.ts'
import { PAGES_FILE, readPdfPagesTask } from '#platform/media/mediaTasks.ts'
import { withTemporaryFolder } from '#platform/process/temporaryFolders.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { variantKey } from '#platform/storage/storageKeys.server.ts'
import { copyWholeFileToDisk } from './copyToLocalDisk.server.ts'

const PageContent = z.object({
  text: z.string(),
  width: z.number(),
  height: z.number(),
  fingerprint: z.nullable(z.string()),
})
const PageContents = z.object({ pages: z.array(PageContent) })

/** The text, the size in points and a tiny grey picture of a page. */
export type PageContent = z.infer<typeof PageContent>

interface StoredPdf {
  path: string
  size: number
  /** The agent, whose turn it is to use the media process. */
  userId: string
}

/** The pages of a PDF, of any version: they are stored beside its bytes when it is prepared, and for older documents when they are first needed. */
export async function readPageContents(services: Services, pdf: StoredPdf): Promise<PageContent[]> {
  const stored = await findPageContents(services.storage, pdf.path)
  if (stored) return stored
  await withTemporaryFolder(services.env.DATA_DIR, async (folder) => {
    const original = join(folder, 'original')
    await copyWholeFileToDisk(services.storage, pdf.path, pdf.size, original)
    await storePageContents(services, pdf, original, folder)
  })
  return (await findPageContents(services.storage, pdf.path)) ?? []
}

async function findPageContents(storage: Storage, path: string) {
  try {
    return PageContents.parse(JSON.parse(await text(await storage.read(variantKey(path, 'pages'))))).pages
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined
    throw error
  }
}

/** A document whose pages cannot be read is stored as one without pages, so that nobody tries again. */
export async function storePageContents(
  { storage, media }: Pick<Services, 'storage' | 'media'>,
  { path, userId }: Pick<StoredPdf, 'path' | 'userId'>,
  original: string,
  folder: string,
) {
  const key = variantKey(path, 'pages')
  try {
    await media.run(readPdfPagesTask, { path: original, folder }, userId)
    await storage.write(key, createReadStream(join(folder, PAGES_FILE)), 'application/json')
  } catch (error) {
    if (!(error instanceof MediaError) || error.retryable) throw error
    await storage.write(key, Buffer.from('{"pages":[]}'), 'application/json')
  }
}

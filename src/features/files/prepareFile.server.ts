import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { file } from '#db/schema/file.ts'
import type { Job } from '#platform/jobs.server.ts'
import { MediaFailure } from '#platform/media/failure.ts'
import type { Services } from '#platform/services.server.ts'
import { isStorageTrouble } from '#platform/storage/errors.ts'
import { variantKey } from '#platform/storage/keys.server.ts'
import { inTemporaryFolder } from '#platform/temporaryFolders.server.ts'
import { guessKind } from './guessKind.ts'
import { copyWhole } from './localCopy.server.ts'
import { tidyName } from './tidyName.ts'

const Which = z.strictObject({ fileId: z.string(), path: z.string() })
type Row = typeof file.$inferSelect
type Facts = Partial<typeof file.$inferInsert>

/** In seconds. */
const NEXT_TRY = 60

/** Photos get smaller sisters, documents a first page to look at. One at a time: it is heavy work. */
export const prepareFile: Job<z.infer<typeof Which>, Services> = {
  name: 'prepare_file',
  data: Which,
  queue: { retryLimit: 3, retryDelay: 10, expireInSeconds: 900 },
  async work(services, { fileId, path }) {
    const { db } = services.database
    const [found] = await db
      .select()
      .from(file)
      .where(and(eq(file.id, fileId), eq(file.path, path)))
    // Replaced or erased in the meantime.
    if (!found) return
    const isSame = and(eq(file.id, fileId), eq(file.path, path))
    const note = (facts: Facts) => db.update(file).set(facts).where(isSame)
    try {
      const { guess, ...facts } = await prepare(services, found)
      await note({ ...facts, state: 'ready', failure: null })
      if (guess)
        await db
          .update(file)
          .set(guess)
          .where(and(isSame, eq(file.kind, 'other'), eq(file.name, found.name)))
    } catch (error) {
      if (isStorageTrouble(error)) return waitForStorage(services, found, error)
      const isHopeless = error instanceof MediaFailure && !error.retryable
      await note({ state: 'failed', failure: error instanceof MediaFailure ? error.message : INTERRUPTED })
      if (!isHopeless) throw error
    }
  },
}

/**
 * No fault of the file: it stays in preparation until the storage is back or has room. Each try is a job of its own, because those of
 * one job are few, for files that take the process down with them.
 */
async function waitForStorage({ database: { db }, jobs, log }: Services, { id: fileId, path }: Row, err: unknown) {
  log.error({ err, job: prepareFile.name }, 'storage unavailable')
  await db.transaction(async (tx) => {
    // Moves `updatedAt`: the sweep gives up what nobody has touched for an hour.
    await tx
      .update(file)
      .set({ state: 'processing' })
      .where(and(eq(file.id, fileId), eq(file.path, path)))
    await jobs.enqueue(tx, prepareFile, { fileId, path }, { startAfter: NEXT_TRY })
  })
}

export const INTERRUPTED = 'Preparing this file was interrupted. Please try again.'

interface Prepared extends Facts {
  /** A better name and kind, if the agent has not said anything meanwhile. */
  guess?: Facts
}

function prepare(services: Services, found: Row): Promise<Prepared> {
  const inFolder = (work: (folder: string) => Promise<Prepared>) => inTemporaryFolder(services.env.DATA_DIR, work)
  if (found.type === 'image') return inFolder((folder) => preparePhoto(services, found, folder))
  if (found.contentType === 'application/pdf') return inFolder((folder) => preparePdf(services, found, folder))
  return Promise.resolve({})
}

async function preparePhoto({ storage, media }: Services, { path, size }: Row, folder: string): Promise<Facts> {
  const original = join(folder, 'original')
  await copyWhole(storage, path, size, original)
  const { width, height, placeholder, variants } = await media.processImage(original, folder)
  for (const [index, wanted] of ['w480', 'w960', 'w1920'].entries()) {
    const variant = variants[index] ?? variants.at(-1)
    if (variant) await storage.write(variantKey(path, wanted), await readFile(join(folder, variant.file)), 'image/webp')
  }
  return { width, height, placeholder }
}

async function preparePdf({ storage, media }: Services, found: Row, folder: string): Promise<Prepared> {
  const { path, size, originalName } = found
  const original = join(folder, 'original')
  await copyWhole(storage, path, size, original)
  const { pages, text, thumbnail } = await media.processPdf(original, folder)
  if (thumbnail)
    await storage.write(variantKey(path, 'w480'), await readFile(join(folder, thumbnail.file)), 'image/webp')
  return {
    pageCount: pages,
    width: thumbnail?.width,
    height: thumbnail?.height,
    guess: betterGuess(found, guessKind(originalName, text)),
  }
}

/** What the first page says counts only while neither the name nor the agent has said anything. */
function betterGuess({ kind, name, originalName, replacedAt }: Row, guess: ReturnType<typeof guessKind>) {
  if (kind !== 'other' || guess === 'other' || replacedAt) return undefined
  const isUntouched = name === tidyName(originalName, 'other')
  return { kind: guess, ...(isUntouched && { name: tidyName(originalName, guess) }) }
}

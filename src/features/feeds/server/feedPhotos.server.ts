import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { feedPhoto, feedRun } from '#db/schema/feeds.ts'
import { file } from '#db/schema/files.ts'
import { beginUpload, requireUpload } from '#features/files/server/beginUpload.server.ts'
import { finishUpload } from '#features/files/server/finishUpload.server.ts'
import { type Agent, findMember } from '#platform/auth/sessions.server.ts'
import { AppError } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { AddressRefused } from '#platform/outbound/publicRequest.server.ts'
import type { Services } from '#platform/services.server.ts'
import { bareFileName } from '../feedFileNames.ts'
import { extractFeedPhotosTask, MAX_FEED_PHOTO_BYTES } from '../media/feedTasks.ts'
import type { ImportedListing } from './importListing.server.ts'

export type WantedPhoto = ImportedListing['photos'][number]

const FetchPhotosData = z.strictObject({
  runId: z.string(),
  userId: z.string(),
  agencyId: z.string(),
  listingId: z.string(),
  photos: z.array(z.strictObject({ id: z.string(), url: z.string(), source: z.string() })),
})
type FetchPhotosData = z.infer<typeof FetchPhotosData>

/** Fetches the photos of one listing from where the CRM has them. May be repeated: a photo that is stored is not fetched again. */
export const fetchFeedPhotosJob: Job<FetchPhotosData, Services> = {
  name: 'fetch_feed_photos',
  data: FetchPhotosData,
  queue: { retryLimit: 3, retryDelay: 30, expireInSeconds: 900, heartbeatSeconds: 15 },
  async work(services, { runId, userId, agencyId, listingId, photos }) {
    const agent = await findMember(services.database.db, userId, agencyId)
    if (!agent) return
    const problems: string[] = []
    for (const { id, url, source } of photos) {
      const problem = await fetchPhoto(services, agent, { listingId, id, url, source })
      if (problem) problems.push(`${url.slice(0, 200)}: ${problem}`)
    }
    if (problems.length > 0) await addPhotoProblems(services, runId, problems)
  },
}

/** Returns why there is no photo. */
async function fetchPhoto(
  services: Services,
  agent: Agent,
  { listingId, id, url, source }: { listingId: string; id: string; url: string; source: string },
) {
  try {
    if (await isStored(services, listingId, id, source)) return undefined
    const { status, body, isComplete } = await services.publicRequests.send({
      url,
      maxBytes: MAX_FEED_PHOTO_BYTES,
      headers: { accept: 'image/*' },
    })
    if (status !== 200) return `The server responded ${status}.`
    if (!isComplete) return 'The photo is larger than 16 MB.'
    return await storePhoto(services, agent, {
      listingId,
      id,
      source,
      name: bareFileName(new URL(url).pathname),
      bytes: body,
    })
  } catch (error) {
    if (error instanceof AppError && error.status >= 500) throw error
    if (error instanceof AddressRefused || error instanceof AppError) return error.message
    return 'The server couldn’t be reached.'
  }
}

/** Stores the photos that came in the zip itself. Returns what could not be used. */
export async function storePhotosFromZip(
  services: Services,
  agent: Agent,
  { path, folder, photos }: { path: string; folder: string; photos: WantedPhoto[] },
) {
  const names = [...new Set(photos.flatMap(({ photo }) => photo.file ?? []))]
  if (names.length === 0) return []
  const { files, refused } = await services.media.run(extractFeedPhotosTask, { path, folder, names }, agent.id)
  const problems: string[] = []
  for (const { listingId, photo, source } of photos) {
    const name = photo.file ?? ''
    const stored = files[name]
    const problem = stored
      ? await storePhoto(services, agent, {
          ...{ listingId, id: photo.id, source, name: bareFileName(name) },
          bytes: await readFile(join(folder, stored)),
        }).catch(explain)
      : (refused[name] ?? 'The zip doesn’t have this photo.')
    if (problem) problems.push(`${name.slice(0, 200)}: ${problem}`)
  }
  return problems
}

function explain(error: unknown) {
  if (!(error instanceof AppError) || error.status >= 500) throw error
  return error.message
}

async function isStored({ database: { db } }: Services, listingId: string, photoId: string, source: string) {
  const [known] = await db.select().from(feedPhoto).where(isPhoto(listingId, photoId))
  return known?.source === source && known.fileId?.startsWith('file_')
}

const isPhoto = (listingId: string, photoId: string) =>
  and(eq(feedPhoto.listingId, listingId), eq(feedPhoto.photoId, photoId))

interface NewPhoto {
  listingId: string
  id: string
  source: string
  name: string
  bytes: Uint8Array
}

/**
 * Stores a photo as an upload in the portal does. The upload is noted before it is finished, and finishing may be repeated: a crash in
 * between leaves no second photo.
 */
async function storePhoto(services: Services, agent: Agent, { listingId, id, source, name, bytes }: NewPhoto) {
  const { db } = services.database
  const [known] = await db.select().from(feedPhoto).where(isPhoto(listingId, id))
  if (known?.source === source && known.fileId?.startsWith('file_')) return undefined
  const begun = known?.source === source && known.fileId?.startsWith('upl_') ? known.fileId : undefined
  const uploadId =
    begun ??
    (await sendPhoto(services, agent, listingId, name, bytes, await findReplaced(services, agent, known?.fileId)))
  await db
    .insert(feedPhoto)
    .values({ listingId, photoId: id, source, fileId: uploadId })
    .onConflictDoUpdate({ target: [feedPhoto.listingId, feedPhoto.photoId], set: { source, fileId: uploadId } })
  try {
    const finished = await finishUpload(services, agent, uploadId)
    await db.update(feedPhoto).set({ fileId: finished.id }).where(isPhoto(listingId, id))
    return undefined
  } catch (error) {
    // The next file tries again from the beginning.
    await db.delete(feedPhoto).where(isPhoto(listingId, id))
    throw error
  }
}

/** A newer version of a photo takes the place of the older one, unless an agent has deleted or archived that one. */
async function findReplaced({ database: { db } }: Services, agent: Agent, fileId: string | null | undefined) {
  if (!fileId?.startsWith('file_')) return undefined
  const [found] = await db
    .select()
    .from(file)
    .where(and(eq(file.id, fileId), eq(file.agencyId, agent.agencyId)))
  return found && !found.archivedAt && !found.deletedAt && !found.erasedAt ? found.id : undefined
}

async function sendPhoto(
  services: Services,
  agent: Agent,
  listingId: string,
  name: string,
  bytes: Uint8Array,
  replaces: string | undefined,
) {
  const request = {
    name,
    contentType: '',
    contentLength: String(bytes.length),
    listingId,
    note: '',
    ...(replaces && { replaces }),
  }
  const { uploadId } = await beginUpload(services, agent, request)
  const { path, contentType } = await requireUpload(services.database.db, agent, uploadId)
  await services.storage.write(path, bytes, contentType)
  return uploadId
}

/** Into the report of the run, which has ended by then. */
export const addPhotoProblems = ({ database: { db } }: Services, runId: string, problems: string[]) =>
  db
    .update(feedRun)
    .set({
      report: sql`jsonb_set(${feedRun.report}, '{photoProblems}', coalesce(${feedRun.report}->'photoProblems', '[]') || ${JSON.stringify(problems)}::jsonb)`,
    })
    .where(
      and(
        eq(feedRun.id, runId),
        sql`jsonb_typeof(${feedRun.report}) = 'object'`,
        sql`jsonb_array_length(coalesce(${feedRun.report}->'photoProblems', '[]')) < 200`,
      ),
    )

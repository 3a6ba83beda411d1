import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { feedPhoto, feedRun } from '#db/schema/feeds.ts'
import { file, upload } from '#db/schema/files.ts'
import { beginUpload, deleteUpload, requireUpload } from '#features/files/server/beginUpload.server.ts'
import { finishUpload } from '#features/files/server/finishUpload.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { AppError, unavailable } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { AddressRefused } from '#platform/outbound/publicRequest.server.ts'
import type { Services } from '#platform/services.server.ts'
import { extractFeedPhotosTask, MAX_FEED_PHOTO_BYTES } from '../media/feedTasks.ts'
import {
  isStillSent,
  isStoredFile,
  readStoredPhoto,
  type StoredPhoto,
  type WantedPhoto,
  writeStoredPhoto,
} from './compareFeedPhotos.server.ts'
import { findImporter } from './importListing.server.ts'

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
  async work(services, { runId, userId, agencyId, listingId, photos }, { isLastAttempt }) {
    const agent = await findImporter(services.database.db, await findSender(services, runId, { userId, agencyId }))
    if (!agent) {
      await addPhotoProblems(services, runId, [NO_LONGER_ALLOWED])
      return
    }
    const problems: string[] = []
    const errors: unknown[] = []
    for (const { id, url, source } of photos) {
      const problem = await fetchPhoto(services, agent, { listingId, id, url, source }).catch((error: unknown) => {
        errors.push(error)
        return error instanceof PhotoUnreachable ? error.message : 'We couldn’t store this photo.'
      })
      if (problem) problems.push(`${url.slice(0, 200)}: ${problem}`)
    }
    // The others are stored by then, and the next attempt finds the same problems with the rest.
    if (errors.length > 0 && !isLastAttempt) throw errors[0]
    if (problems.length > 0) await addPhotoProblems(services, runId, problems)
    const ours = errors.find((error) => !(error instanceof PhotoUnreachable))
    if (ours) throw ours
  },
}

const NO_LONGER_ALLOWED = 'The photos of a listing: the member who sent the file can no longer manage connections.'

/** Imports are handed over with the other connections of a member who leaves or gets another role. */
async function findSender({ database: { db } }: Services, runId: string, sender: { userId: string; agencyId: string }) {
  const [run] = await db
    .select({ userId: feedRun.userId, agencyId: feedRun.agencyId })
    .from(feedRun)
    .where(and(eq(feedRun.id, runId), eq(feedRun.agencyId, sender.agencyId)))
  return run ?? sender
}

/** The CRM's server may respond later. */
class PhotoUnreachable extends Error {
  override name = 'PhotoUnreachable'
}

/** Returns why there will be no photo. */
async function fetchPhoto(
  services: Services,
  agent: Agent,
  { listingId, id, url, source }: { listingId: string; id: string; url: string; source: string },
) {
  if (await isSettled(services, { listingId, id, source })) return undefined
  const request = { url, maxBytes: MAX_FEED_PHOTO_BYTES, headers: { accept: 'image/*' } }
  const response = await services.publicRequests.send(request).catch((error: unknown) => {
    if (error instanceof AddressRefused) return error
    throw new PhotoUnreachable('The server couldn’t be reached.', { cause: error })
  })
  if (response instanceof AddressRefused) return response.message
  const { status, body, isComplete } = response
  if (status >= 500 || PASSING_STATUSES.has(status)) throw new PhotoUnreachable(`The server responded ${status}.`)
  if (status !== 200) return `The server responded ${status}.`
  if (!isComplete) return 'The photo is larger than 16 MB.'
  const name = bareFileName(new URL(url).pathname)
  return await storePhoto(services, agent, { listingId, id, source, name, bytes: body }).catch(explain)
}

/** Too slow, too early and too often. */
const PASSING_STATUSES = new Set([408, 425, 429])

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

/** Stored already, or no longer in the CRM. */
async function isSettled(
  { database: { db } }: Services,
  { listingId, id, source }: Pick<NewPhoto, 'listingId' | 'id' | 'source'>,
) {
  const [known] = await db.select().from(feedPhoto).where(isPhoto(listingId, id))
  if (known?.source === source && isStoredFile(readStoredPhoto(known.stored))) return true
  return !(await isStillSent(db, listingId, id))
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

type Known = Pick<typeof feedPhoto.$inferSelect, 'source' | 'stored'>

/** More often than imports of the same photo meet. */
const MAX_CLAIMS = 5

/**
 * Stores a photo as an upload in the portal does. The upload is noted before anything is sent, and only a noted one is finished: neither two
 * imports at once nor a crash in between leave a second photo.
 */
async function storePhoto(services: Services, agent: Agent, photo: NewPhoto) {
  const { source, bytes, listingId, id } = photo
  for (let claims = 0; claims < MAX_CLAIMS; claims++) {
    const before = await endOtherImport(services, photo)
    if (before?.source === source && before.stored) return undefined
    if (!(await isStillSent(services.database.db, listingId, id))) return undefined
    const last = readStoredPhoto(before?.stored)
    const replaced = await findReplaced(services, agent, last)
    const uploadId = await beginPhoto(services, agent, photo, replaced?.id)
    const claim = { source, stored: writeStoredPhoto({ ...replaced, id: uploadId }) }
    if (!(await noteChange(services, photo, before, claim))) {
      await deleteUpload(services, uploadId)
      continue
    }
    try {
      const { path, contentType } = await requireUpload(services.database.db, agent, uploadId)
      await services.storage.write(path, bytes, contentType)
      const finished = await finishUpload(services, agent, uploadId)
      await noteChange(services, photo, claim, { source, stored: describeStored(finished, replaced) })
      return undefined
    } catch (error) {
      const finished = await endUpload(services, claim)
      const isOurs = await noteChange(services, photo, claim, finished ?? before)
      // Without the claim, another import has ended this one and stores the photo.
      if (isOurs) throw error
      return undefined
    }
  }
  throw unavailable()
}

/** A photo that takes the place of another keeps its name, which an agent may have changed. */
const describeStored = (
  { id, version, originalName }: Pick<typeof file.$inferSelect, 'id' | 'version' | 'originalName'>,
  last: StoredPhoto | undefined,
) => writeStoredPhoto({ id, version, name: last?.name ?? originalName })

/** What is stored of a photo. An import that has begun to store it is ended first: it may have crashed, and otherwise it leaves the photo to us. */
async function endOtherImport(services: Services, photo: NewPhoto): Promise<Known | undefined> {
  const { db } = services.database
  const [known] = await db.select().from(feedPhoto).where(isPhoto(photo.listingId, photo.id))
  const begun = readStoredPhoto(known?.stored)
  if (!known || !begun?.id.startsWith('upl_')) return known
  const [unfinished] = await db.select().from(upload).where(eq(upload.id, begun.id))
  const replaced = unfinished?.replacesFileId
    ? { source: '', stored: writeStoredPhoto({ ...begun, id: unfinished.replacesFileId }) }
    : undefined
  const stored = (await endUpload(services, known)) ?? replaced
  // If it has changed meanwhile, the claim fails and we look again.
  await noteChange(services, photo, known, stored)
  return stored
}

/** Returns the photo if the upload was finished after all. */
async function endUpload(services: Services, { source, stored }: Known): Promise<Known | undefined> {
  const begun = readStoredPhoto(stored)
  if (!begun) return undefined
  await deleteUpload(services, begun.id)
  const [finished] = await services.database.db
    .select({ id: file.id, version: file.version, originalName: file.originalName })
    .from(upload)
    .innerJoin(file, eq(file.id, upload.fileId))
    .where(eq(upload.id, begun.id))
  return finished && { source, stored: describeStored(finished, begun) }
}

/** Changes the row only if it still says what we read. Returns whether it did. */
async function noteChange(
  { database: { db } }: Services,
  { listingId, id }: NewPhoto,
  before: Known | undefined,
  after: Known | undefined,
) {
  const isAsBefore =
    before &&
    and(
      isPhoto(listingId, id),
      eq(feedPhoto.source, before.source),
      sql`${feedPhoto.stored} is not distinct from ${before.stored}`,
    )
  if (isAsBefore)
    return (
      (after
        ? await db.update(feedPhoto).set({ source: after.source, stored: after.stored }).where(isAsBefore).returning()
        : await db.delete(feedPhoto).where(isAsBefore).returning()
      ).length > 0
    )
  if (!after) return true
  const { source, stored } = after
  const added = await db
    .insert(feedPhoto)
    .values({ listingId, photoId: id, source, stored })
    .onConflictDoNothing()
    .returning()
  return added.length > 0
}

/** A newer version of a photo takes the place of the older one, unless an agent has deleted or archived that one. */
async function findReplaced({ database: { db } }: Services, agent: Agent, last: StoredPhoto | undefined) {
  if (!last || !isStoredFile(last)) return undefined
  const [found] = await db
    .select()
    .from(file)
    .where(and(eq(file.id, last.id), eq(file.agencyId, agent.agencyId)))
  return found && !found.archivedAt && !found.deletedAt && !found.erasedAt ? last : undefined
}

async function beginPhoto(
  services: Services,
  agent: Agent,
  { listingId, name, bytes }: NewPhoto,
  replaces: string | undefined,
) {
  const { uploadId } = await beginUpload(services, agent, {
    name,
    contentType: '',
    contentLength: String(bytes.length),
    listingId,
    note: '',
    ...(replaces && { replaces }),
  })
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

/** The name of a photo, from a path in a zip or of an address. Some have none, or no ending that says the type. */
function bareFileName(path: string) {
  const name = (path.split(/[/\\]/).at(-1) ?? '').replaceAll(/[^\p{L}\d._ -]/gu, '').slice(-80)
  return /\.(?:jpe?g|png|webp|gif|heic)$/i.test(name) ? name : `${name || 'photo'}.jpg`
}

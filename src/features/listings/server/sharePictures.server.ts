import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { file } from '#db/schema/files.ts'
import { isPublicListing, listing, sharePicture } from '#db/schema/listings.ts'
import { readDrawnBrand } from '#features/agencies/server/readBrand.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Job, Jobs } from '#platform/jobs/jobs.server.ts'
import { MediaError } from '#platform/media/mediaError.ts'
import type { Services } from '#platform/services.server.ts'
import { respondWithStored } from '#platform/storage/respondWithStored.server.ts'
import { newStorageKey, variantKey } from '#platform/storage/storageKeys.server.ts'
import { headlineBelowTitle } from '../facts/factTexts.ts'
import { ListingIdOrSlugInput, type PublicListing } from '../listings.schema.ts'
import { drawSharePictureTask } from '../media/drawingTasks.ts'
import { requirePublicListing } from './publicListings.server.ts'

/** Increase it when the design changes, so that all pictures are drawn again. */
const DESIGN_VERSION = 2
const LISTINGS_PER_BATCH = 500
const MAX_MISSING_AT_ONCE = 200

const DrawPictureData = z.strictObject({ listingId: z.string() })
const DrawMissingData = z.object({})

/** Draws the picture that is shown beside a shared link, unless the stored one is up to date. May be repeated. */
export const drawSharePictureJob: Job<z.infer<typeof DrawPictureData>, Services> = {
  name: 'draw_listing_picture',
  data: DrawPictureData,
  queue: { retryLimit: 3, retryDelay: 10, expireInSeconds: 300 },
  async work(services, { listingId }) {
    const { database, storage } = services
    const wanted = await findWantedPicture(database.db, listingId)
    if (!wanted || wanted.stored?.fingerprint === wanted.fingerprint) return
    const bytes = await drawPicture(services, wanted)
    const path = bytes ? newStorageKey('shares') : null
    if (bytes && path) await storage.write(path, bytes, 'image/jpeg')
    // What a crash leaves here is swept as an orphan.
    const removed = await storePicture(database.db, wanted, path)
    if (removed) await storage.remove(removed)
  },
}

/** For listings without a stored picture, such as those of the demo agency. */
export const drawMissingSharePicturesJob: Job<z.infer<typeof DrawMissingData>, Services> = {
  name: 'draw_missing_pictures',
  data: DrawMissingData,
  schedule: '*/10 * * * *',
  async work({ database: { db }, jobs }) {
    const missing = await db
      .select({ id: listing.id })
      .from(listing)
      .leftJoin(sharePicture, eq(sharePicture.listingId, listing.id))
      .where(and(isPublicListing, isNull(sharePicture.listingId)))
      .limit(MAX_MISSING_AT_ONCE)
    for (const { id: listingId } of missing) await jobs.enqueue(db, drawSharePictureJob, { listingId })
  },
}

const RedrawAgencyData = z.strictObject({ agencyId: z.string() })

/** After a change of the brand: each picture that shows it is drawn again. */
export const redrawAgencyPicturesJob: Job<z.infer<typeof RedrawAgencyData>, Services> = {
  name: 'redraw_agency_pictures',
  data: RedrawAgencyData,
  async work({ database: { db }, jobs }, { agencyId }) {
    for (let after = ''; ; ) {
      const listings = await db
        .select({ id: listing.id })
        .from(listing)
        .where(and(isPublicListing, eq(listing.agencyId, agencyId), gt(listing.id, after)))
        .orderBy(asc(listing.id))
        .limit(LISTINGS_PER_BATCH)
      for (const { id: listingId } of listings) await jobs.enqueue(db, drawSharePictureJob, { listingId })
      after = listings.at(-1)?.id ?? ''
      if (listings.length < LISTINGS_PER_BATCH) return
    }
  },
}

/** Enqueues new pictures for those of the listings that are published, in the transaction that changes them. */
export async function redrawSharePictures(tx: Db, jobs: Jobs, agencyId: string, listingIds: string[]) {
  if (listingIds.length === 0) return
  const shown = await tx
    .select({ id: listing.id })
    .from(listing)
    .where(and(eq(listing.agencyId, agencyId), isPublicListing, inArray(listing.id, listingIds)))
  for (const { id: listingId } of shown) await jobs.enqueue(tx, drawSharePictureJob, { listingId })
}

/** Makes a change and enqueues new pictures of the listings it affects, in one transaction. */
export const changeAndRedrawSharePictures = <Result>(
  { database: { db }, jobs }: Pick<Services, 'database' | 'jobs'>,
  { agencyId }: Agent,
  findListingIds: (tx: Db) => string[] | Promise<string[]>,
  change: (tx: Db) => Promise<Result>,
) =>
  db.transaction(async (tx) => {
    const listingIds = await findListingIds(tx)
    const result = await change(tx)
    await redrawSharePictures(tx, jobs, agencyId, listingIds)
    return result
  })

/** A hash of what the picture shows: another hash needs another picture. */
export const sharePictureFingerprint = (shown: PublicListing) =>
  createHash('sha256')
    .update(JSON.stringify([DESIGN_VERSION, shown.title, pictureSubtitle(shown), coverOf(shown), ...brandOf(shown)]))
    .digest('base64url')

/** Nothing without a brand, so that the pictures of before stay valid. */
const brandOf = ({ brand }: PublicListing) => (brand ? [brand.version] : [])
const coverOf = ({ photos: [cover] }: PublicListing) => [cover?.id, cover?.replacedAt]
const pictureSubtitle = (shown: PublicListing) => headlineBelowTitle({ ...shown, timeZone: shown.facts.timeZone })

async function findStoredPicture(db: Db, listingId: string) {
  const [stored] = await db.select().from(sharePicture).where(eq(sharePicture.listingId, listingId))
  return stored
}

type WantedPicture = NonNullable<Awaited<ReturnType<typeof findWantedPicture>>>

async function findWantedPicture(db: Db, listingId: string) {
  const [owned] = await db
    .select({ userId: listing.userId, agencyId: listing.agencyId })
    .from(listing)
    .where(eq(listing.id, listingId))
  const shown = await requirePublicListing(db, listingId).catch((error: unknown) => {
    // Unpublished, archived or erased in the meantime.
    if (error instanceof AppError && [404, 410].includes(error.status)) return undefined
    throw error
  })
  if (!owned || !shown) return undefined
  const stored = await findStoredPicture(db, listingId)
  return { ...shown, ...owned, fingerprint: sharePictureFingerprint(shown), stored }
}

/** Nothing if it cannot be drawn: then there is no picture until the listing changes. */
async function drawPicture(services: Services, { userId, agencyId, ...shown }: WantedPicture) {
  const { title } = shown
  const photo = await readCoverPhoto(services, shown.photos[0]?.id ?? null)
  const brand = await readDrawnBrand(services.database.db, agencyId)
  const picture = { title, subtitle: pictureSubtitle(shown), photo, brand }
  return services.media.run(drawSharePictureTask, picture, userId).catch((err: unknown) => {
    if (!(err instanceof MediaError) || err.retryable) throw err
    services.log.warn({ err, job: drawSharePictureJob.name }, 'share picture not drawn')
    return undefined
  })
}

/** Returns which stored picture to delete: the previous one, or this one if the listing changed while it was drawn. */
const storePicture = (db: Db, { id: listingId, fingerprint }: WantedPicture, path: string | null) =>
  db.transaction(async (tx) => {
    await tx.select({ id: listing.id }).from(listing).where(eq(listing.id, listingId)).for('no key update')
    const now = await findWantedPicture(tx, listingId)
    if (now?.fingerprint !== fingerprint) return path
    await tx
      .insert(sharePicture)
      .values({ listingId, path, fingerprint })
      .onConflictDoUpdate({ target: sharePicture.listingId, set: { path, fingerprint, drawnAt: new Date() } })
    return now.stored?.path ?? null
  })

const STATIC_PICTURE = '/social/listing.jpg'

/** The stored picture of a published listing; while there is none, its cover photo or a static picture. */
export async function serveSharePicture(services: CoverServices, request: Request, idOrSlug: string) {
  const address = ListingIdOrSlugInput.safeParse({ id: idOrSlug })
  if (!address.success) throw notFound()
  const shown = await requirePublicListing(services.database.db, address.data.id)
  const picture = await findStoredPicture(services.database.db, shown.id)
  const { storage } = services
  const respond = async (key: string | null | undefined, contentType: string) =>
    key ? respondWithStored(storage, request, key, { contentType, isPublic: true }) : undefined
  return (
    (await respond(picture?.path, 'image/jpeg')) ??
    (await respond(await findCoverKey(services, shown.photos[0]?.id ?? null), 'image/webp')) ??
    new Response(null, { status: 302, headers: { location: STATIC_PICTURE, 'cache-control': 'public, no-cache' } })
  )
}

/** A small photo, or one that is still being prepared, has fewer. */
const WIDTHS_LARGEST_FIRST = ['w1920', 'w960', 'w480']

type CoverServices = Pick<Services, 'database' | 'storage'>

/** Where the largest size of a photo is stored, if it has been prepared. */
async function findCoverKey({ database, storage }: CoverServices, fileId: string | null) {
  if (!fileId) return undefined
  const [cover] = await database.db
    .select({ path: file.path })
    .from(file)
    .where(and(eq(file.id, fileId), eq(file.type, 'image'), isNull(file.archivedAt)))
  if (!cover) return undefined
  for (const width of WIDTHS_LARGEST_FIRST) {
    const key = variantKey(cover.path, width)
    if (await storage.stat(key)) return key
  }
  return undefined
}

/** A listing's cover photo, if it has one. */
export async function readCoverPhoto(parts: CoverServices, fileId: string | null) {
  const key = await findCoverKey(parts, fileId)
  return key === undefined ? undefined : buffer(await parts.storage.read(key))
}

import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { feedListing, feedPhoto } from '#db/schema/feeds.ts'
import { file } from '#db/schema/files.ts'
import { archiveFiles } from '#features/files/server/files.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import type { FeedPhoto } from '../feedListing.ts'

/** The upload of a photo, and its file once that is finished, with the version and the name that the feed gave it last. */
export interface StoredPhoto {
  id: string
  /** Missing, as the name, for an upload of a new photo. */
  version?: number
  name?: string
}

const STORED = /^(\S+)(?: (\d+) (.*))?$/s

export function readStoredPhoto(text: string | null | undefined): StoredPhoto | undefined {
  const [, id, version, name] = STORED.exec(text ?? '') ?? []
  if (!id) return undefined
  return version === undefined || name === undefined ? { id } : { id, version: Number(version), name }
}

/** "file_… 2 kitchen.jpg" */
export const writeStoredPhoto = ({ id, version, name }: StoredPhoto) =>
  version === undefined || name === undefined ? id : `${id} ${version} ${name}`

export const isStoredFile = (stored: StoredPhoto | undefined) => stored?.id.startsWith('file_') ?? false

export interface WantedPhoto {
  listingId: string
  photo: FeedPhoto
  source: string
}

interface GonePhoto {
  photoId: string
  fileId: string
  name: string
}

export interface PhotoComparison {
  /** What is new or has changed. */
  wanted: WantedPhoto[]
  /** What the CRM no longer sends, and nobody has changed here. */
  gone: GonePhoto[]
  /** The names of those that stay, because someone changed them here since. */
  kept: string[]
}

/** A photo is the same while its address, or its name in the zip, and its time of change are. */
export async function comparePhotos(tx: Db, listingId: string, photos: FeedPhoto[]): Promise<PhotoComparison> {
  const rows = await tx
    .select({ photoId: feedPhoto.photoId, source: feedPhoto.source, stored: feedPhoto.stored, here: file })
    .from(feedPhoto)
    .leftJoin(file, and(eq(file.id, sql`split_part(${feedPhoto.stored}, ' ', 1)`), eq(file.listingId, listingId)))
    .where(eq(feedPhoto.listingId, listingId))
    .orderBy(feedPhoto.photoId)
  const sources = new Map(photos.map((photo) => [photo.id, `${photo.url ?? photo.file} ${photo.changed}`.trim()]))
  const compared: PhotoComparison = { wanted: [], gone: [], kept: [] }
  const settled = new Set<string>()
  for (const { photoId, source, here, ...row } of rows) {
    const stored = readStoredPhoto(row.stored)
    if (!stored || !isStoredFile(stored)) continue
    if (sources.get(photoId) === source) settled.add(photoId)
    // An agent has removed it from the listing, and that stays so. A later version is a new photo.
    if (!here || here.archivedAt || here.deletedAt || here.erasedAt) continue
    const isReplaced = stored.version !== here.version
    if (!sources.has(photoId)) {
      if (isReplaced || stored.name !== here.name) compared.kept.push(here.name)
      else compared.gone.push({ photoId, fileId: here.id, name: here.name })
    } else if (isReplaced && !settled.has(photoId)) {
      settled.add(photoId)
      compared.kept.push(here.name)
    }
  }
  compared.wanted = photos
    .filter(({ id }) => !settled.has(id))
    .map((photo) => ({ listingId, photo, source: sources.get(photo.id) ?? '' }))
  return compared
}

/** Archived, so that an agent can restore them. Sent again, they are new photos. */
export async function archiveGonePhotos(tx: Db, agent: Agent, listingId: string, gone: GonePhoto[]) {
  await archiveFiles(
    tx,
    agent,
    gone.map(({ fileId }) => fileId),
  )
  const photoIds = gone.map(({ photoId }) => photoId)
  await tx.delete(feedPhoto).where(and(eq(feedPhoto.listingId, listingId), inArray(feedPhoto.photoId, photoIds)))
  await tx.update(feedListing).set({ updatedAt: new Date() }).where(eq(feedListing.listingId, listingId))
}

/** Whether the latest file has the photo: it may have been removed in the CRM while it was fetched. */
export async function isStillSent(db: Db, listingId: string, photoId: string) {
  const [known] = await db
    .select({ photos: sql<unknown>`${feedListing.sent}->'photos'` })
    .from(feedListing)
    .where(eq(feedListing.listingId, listingId))
  return !Array.isArray(known?.photos) || known.photos.includes(photoId)
}

import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file } from '#db/schema/files.ts'
import { isPublicListing, listing } from '#db/schema/listings.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { isWithinReach } from '#platform/auth/reach.server.ts'
import { findAgentByCookies } from '#platform/auth/sessionCookie.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import { downloadName, isFileType } from '#platform/media/fileTypes.ts'
import type { Services } from '#platform/services.server.ts'
import { respondWithStored } from '#platform/storage/respondWithStored.server.ts'
import { variantKey } from '#platform/storage/storageKeys.server.ts'
import { DOWNLOAD_URL_MINUTES, type DownloadInput, ImageUrlInput } from '../files.schema.ts'
import { requireFile } from './files.server.ts'
import { requireStoredVersion } from './versions/versions.server.ts'

/** A new URL for each request, because anyone who has one can open the file for ten minutes. */
export async function createDownloadUrl(
  { database, storage }: Services,
  agent: Agent,
  { id, version, inline = false }: DownloadInput,
) {
  const { path, name, contentType } = version
    ? await requireStoredVersion(database.db, agent, { id, version })
    : await requireFile(database.db, agent, id)
  const type = contentType ?? 'application/octet-stream'
  const url = await storage.downloadUrl({
    key: path,
    name: isFileType(type) ? downloadName(name, type) : name,
    contentType: type,
    disposition: inline ? 'inline' : 'attachment',
    expiresAt: new Date(Date.now() + DOWNLOAD_URL_MINUTES * 60_000),
  })
  // Viewing a file on the page is not a download.
  if (!inline) await writeAudit(database.db, agent, 'downloaded', { what: 'file', fileId: id }, id)
  return { url }
}

type PictureServices = Pick<Services, 'database' | 'storage'>

/** A photo of a published listing is public; any other picture is for its agent alone. */
export async function servePicture(services: PictureServices, request: Request, id: string, width: string) {
  const input = ImageUrlInput.safeParse({ id, width })
  if (!input.success) throw notFound()
  const { path, isPublic } = await requirePicture(services.database.db, input.data.id, request)
  const key = variantKey(path, `w${input.data.width}`)
  const picture = await respondWithStored(services.storage, request, key, { contentType: 'image/webp', isPublic })
  if (!picture) throw notFound()
  return picture
}

/** A photo that is public. */
export async function requirePublicPicture(db: Db, id: string) {
  const found = await findPictureFile(db, id)
  if (!found?.isPublic) throw notFound()
  return found
}

async function requirePicture(db: Db, id: string, { headers }: Request) {
  const found = await findPictureFile(db, id)
  if (found?.isPublic) return found
  const visitor = await findAgentByCookies(db, headers.get('cookie') ?? '')
  if (!found || !visitor || !(await isFileOf(db, visitor.agent, id))) throw notFound()
  return found
}

async function isFileOf(db: Db, agent: Agent, id: string) {
  const [found] = await db
    .select({ id: file.id })
    .from(file)
    .where(and(eq(file.id, id), isWithinReach(agent, file)))
  return found !== undefined
}

async function findPictureFile(db: Db, id: string) {
  const [row] = await db
    .select({ file, isListingPublic: sql<boolean | null>`${isPublicListing}` })
    .from(file)
    .leftJoin(listing, and(eq(listing.id, file.listingId), eq(listing.agencyId, file.agencyId)))
    .where(eq(file.id, id))
  if (!row) return undefined
  const { path, userId, type, archivedAt, replacedAt } = row.file
  const isPublic = type === 'image' && !archivedAt && row.isListingPublic === true
  return { path, userId, isPublic, replacedAt }
}

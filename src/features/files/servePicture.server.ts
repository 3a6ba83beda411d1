import { eq } from 'drizzle-orm'
import { file } from '#db/schema/file.ts'
import { listing } from '#db/schema/listing.ts'
import { notFound } from '#platform/errors.ts'
import { useServices } from '#platform/services.server.ts'
import { variantKey } from '#platform/storage/keys.server.ts'
import { respondWithStored } from '#platform/storage/respondWithStored.server.ts'
import { findSignedIn } from '#platform/visitor.server.ts'
import { ImageUrlInput } from './files.ts'

/** A photo of a published listing for everybody; anything else for its agent alone. */
export async function servePicture(id: string, width: string) {
  const question = ImageUrlInput.safeParse({ id, width })
  if (!question.success) throw notFound()
  const { path, isPublic } = await findPicture(question.data.id)
  const key = variantKey(path, `w${question.data.width}`)
  const picture = await respondWithStored(useServices().storage, key, { contentType: 'image/webp', isPublic })
  if (!picture) throw notFound()
  return picture
}

/** The address of a picture that everybody may see. */
export async function findPublicPicture(id: string) {
  const found = await findPictureFile(id)
  if (!found?.isPublic) throw notFound()
  return found
}

async function findPicture(id: string) {
  const found = await findPictureFile(id)
  if (found?.isPublic) return found
  const visitor = await findSignedIn()
  if (!found || found.userId !== visitor?.agent.id) throw notFound()
  return found
}

async function findPictureFile(id: string) {
  const [row] = await useServices()
    .database.db.select({ file, publishedAt: listing.publishedAt, listingArchivedAt: listing.archivedAt })
    .from(file)
    .leftJoin(listing, eq(listing.id, file.listingId))
    .where(eq(file.id, id))
  if (!row) return undefined
  const { path, userId, type, archivedAt, replacedAt } = row.file
  const isPublic = type === 'image' && !archivedAt && row.publishedAt !== null && !row.listingArchivedAt
  return { path, userId, isPublic, replacedAt }
}

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { getRequestHeader } from '@tanstack/react-start/server'
import { eq } from 'drizzle-orm'
import { file } from '#db/schema/file.ts'
import { listing } from '#db/schema/listing.ts'
import { notFound } from '#platform/errors.ts'
import { matchesEtag } from '#platform/http/matchesEtag.ts'
import { countTransfer } from '#platform/http/transfers.server.ts'
import { useServices } from '#platform/services.server.ts'
import { variantKey } from '#platform/storage/keys.server.ts'
import { findVisitor } from '#platform/visitor.server.ts'
import { ImageQuestion } from './files.ts'

/** A photo of a published listing for everybody; anything else for its agent alone. */
export async function servePicture(id: string, width: string) {
  const question = ImageQuestion.safeParse({ id, width })
  if (!question.success) throw notFound()
  const { path, isPublic } = await findPicture(question.data.id)
  const key = variantKey(path, `w${question.data.width}`)
  const headers = {
    'content-type': 'image/webp',
    // Whoever keeps a copy asks before showing it again: a photo that is archived is gone at once.
    'cache-control': `${isPublic ? 'public' : 'private'}, no-cache`,
    // What lies under a key never changes, so the key tells one picture from another. It is nobody else's business.
    etag: `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`,
  }
  if (matchesEtag(getRequestHeader('if-none-match'), headers.etag)) return new Response(null, { status: 304, headers })
  const { storage } = useServices()
  const stored = await storage.stat(key)
  if (!stored) throw notFound()
  countTransfer()
  const body = Readable.toWeb(await storage.read(key)) as ReadableStream
  return new Response(body, { headers: { ...headers, 'content-length': String(stored.size) } })
}

/** The address of a picture that everybody may see. */
export async function findPublicPicture(id: string) {
  const found = await findRow(id)
  if (!found?.isPublic) throw notFound()
  return found
}

async function findPicture(id: string) {
  const found = await findRow(id)
  if (found?.isPublic) return found
  const visitor = await findVisitor()
  if (!found || found.userId !== visitor?.agent.id) throw notFound()
  return found
}

async function findRow(id: string) {
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

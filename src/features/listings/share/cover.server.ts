import { buffer } from 'node:stream/consumers'
import { and, eq, isNull } from 'drizzle-orm'
import { file } from '#db/schema/file.ts'
import type { Services } from '#platform/services.server.ts'
import { variantKey } from '#platform/storage/keys.server.ts'

/** The largest first: a small photo, or one that is still being prepared, has fewer. */
const WIDTHS_LARGEST_FIRST = ['w1920', 'w960', 'w480']

type CoverServices = Pick<Services, 'database' | 'storage'>

/** Where the largest size of a photo is stored, if it has been prepared. */
export async function findCoverKey({ database, storage }: CoverServices, fileId: string | null) {
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

/** The photo that stands for a listing, if there is one. */
export async function readCover(parts: CoverServices, fileId: string | null) {
  const key = await findCoverKey(parts, fileId)
  return key === undefined ? undefined : buffer(await parts.storage.read(key))
}

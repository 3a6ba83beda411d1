import { openDatabase } from '../../src/db/client.server.ts'
import { user } from '../../src/db/schema/accounts.ts'
import { newId } from '../../src/db/schema/columns.ts'
import { file } from '../../src/db/schema/files.ts'
import { listing } from '../../src/db/schema/listings.ts'
import { attachEmbeddedPostgres } from '../../src/platform/embedded/postgres.server.ts'
import { newStorageKey, variantKey } from '../../src/platform/storage/storageKeys.server.ts'
import { housePhoto } from '../../test/support/publishedListing.ts'
import { diskOf } from '../../test/support/storages.ts'

const PER_AGENT = 20
const PHOTOS = 8
const DOCUMENTS = 6
const AT_ONCE = 500
const WIDTH = 480

export interface BenchListing {
  id: string
  slug: string
  cover: string
}

/** Published listings with photos and documents. They share one picture on the disk. */
export async function publishManyListings(dataDir: string, count: number): Promise<BenchListing[]> {
  const { db, close } = openDatabase(await attachEmbeddedPostgres(dataDir))
  const path = newStorageKey('photos')
  const picture = await housePhoto(1, WIDTH, (WIDTH * 2) / 3)
  await diskOf(dataDir).write(variantKey(path, `w${WIDTH}`), picture, 'image/webp')
  const words = 'A sunny home with a garden, near the school and the park, kept by one family for thirty years. '
  const description = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: words.repeat(8) }] }],
  }
  const agents = Array.from({ length: Math.ceil(count / PER_AGENT) }, () => newId('user'))
  await db
    .insert(user)
    .values(agents.map((id) => ({ id, email: `${id}@example.nz`, password: 'none', subscriptionActive: true })))

  const listings: BenchListing[] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) => ({
      ...{ id: newId('listing'), userId: agents[Math.floor((from + n) / PER_AGENT)] ?? '', slug: `bench-${from + n}` },
      ...{ title: `${from + n} Rata Street`, subtitle: '3 bed · 1 bath', description, publishedAt: new Date() },
    }))
    await db.insert(listing).values(rows)
    const files = rows.flatMap(({ id: listingId, userId }) => createFiles(listingId, userId, path))
    for (let n = 0; n < files.length; n += AT_ONCE) await db.insert(file).values(files.slice(n, n + AT_ONCE))
    const covers = new Map(files.filter(({ rank }) => rank === 0).map((cover) => [cover.listingId, cover.id]))
    listings.push(...rows.map(({ id, slug }) => ({ id, slug, cover: covers.get(id) ?? '' })))
  }
  await close()
  return listings
}

export const coverPhotoPath = ({ cover }: BenchListing) => `/photos/${cover}/${WIDTH}`

function createFiles(listingId: string, userId: string, path: string) {
  const shared = { listingId, userId, path, state: 'ready' as const, size: 2_000_000 }
  const photos = Array.from({ length: PHOTOS }, (_, rank) => ({
    ...{ ...shared, id: newId('file'), rank, type: 'image' as const, contentType: 'image/jpeg', name: `Photo ${rank}` },
    ...{ width: 3_000, height: 2_000, placeholder: `data:image/webp;base64,${'A'.repeat(120)}` },
  }))
  const documents = Array.from({ length: DOCUMENTS }, (_, nth) => ({
    ...{ ...shared, id: newId('file'), rank: PHOTOS + nth, type: 'file' as const, contentType: 'application/pdf' },
    ...{ name: `LIM report ${nth}`, pageCount: 62 },
  }))
  return [...photos, ...documents]
}

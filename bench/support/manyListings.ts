import { openDatabase } from '../../src/db/client.server.ts'
import { user } from '../../src/db/schema/accounts.ts'
import { file } from '../../src/db/schema/files.ts'
import { listing } from '../../src/db/schema/listings.ts'
import { attachEmbeddedPostgres } from '../../src/platform/embeddedServices/postgres.server.ts'
import { newStorageKey, variantKey } from '../../src/platform/storage/storageKeys.server.ts'
import { agentValues } from '../../test/fixtures/agents.ts'
import { housePhoto } from '../../test/fixtures/content/photos.ts'
import { fileValues } from '../../test/fixtures/files.ts'
import { listingValues } from '../../test/fixtures/listings.ts'
import { appStorage } from '../../test/support/processes/appData.ts'

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

/** Published listings, each with photos and documents. They share one picture on the disk, because what counts is how often it is asked for. */
export async function createManyListings(dataDir: string, count: number): Promise<BenchListing[]> {
  const { db, close } = openDatabase(await attachEmbeddedPostgres(dataDir))
  const path = newStorageKey('photos')
  const picture = await housePhoto(1, WIDTH, (WIDTH * 2) / 3)
  await appStorage(dataDir).write(variantKey(path, `w${WIDTH}`), picture, 'image/webp')
  const words = 'A sunny home with a garden, near the school and the park, kept by one family for thirty years. '
  const description = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: words.repeat(8) }] }],
  }
  const agents = Array.from({ length: Math.ceil(count / PER_AGENT) }, () => agentValues())
  await db.insert(user).values(agents)

  const listings: BenchListing[] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) => {
      const agent = agents[Math.floor((from + n) / PER_AGENT)] ?? { id: '' }
      return listingValues({ agent, slug: `bench-${from + n}`, description, publishedAt: new Date() })
    })
    await db.insert(listing).values(rows)
    const files = rows.flatMap(({ id: listingId, userId }) => filesOf(listingId, { id: userId }, path))
    for (let n = 0; n < files.length; n += AT_ONCE) await db.insert(file).values(files.slice(n, n + AT_ONCE))
    const covers = new Map(files.filter(({ rank }) => rank === 0).map((cover) => [cover.listingId, cover.id]))
    listings.push(...rows.map(({ id, slug }) => ({ id, slug, cover: covers.get(id) ?? '' })))
  }
  await close()
  return listings
}

export const coverPhotoPath = ({ cover }: BenchListing) => `/photos/${cover}/${WIDTH}`

function filesOf(listingId: string, agent: { id: string }, path: string) {
  const shared = { agent, listingId, path, size: 2_000_000 }
  const placeholder = `data:image/webp;base64,${'A'.repeat(120)}`
  const image = { type: 'image', contentType: 'image/jpeg', width: 3_000, height: 2_000, placeholder } as const
  const photos = Array.from({ length: PHOTOS }, (_, rank) =>
    fileValues({ ...shared, ...image, rank, name: `Photo ${rank}` }),
  )
  const documents = Array.from({ length: DOCUMENTS }, (_, nth) =>
    fileValues({ ...shared, rank: PHOTOS + nth, name: `LIM report ${nth}`, pageCount: 62 }),
  )
  return [...photos, ...documents]
}

import { notFound } from '#platform/errors.ts'
import { type Services, useServices } from '#platform/services.server.ts'
import { ListingAddress } from '../../listings.ts'
import { findPublicListing } from '../../publicListing.server.ts'
import { readCover } from '../cover.server.ts'
import { sharePicture } from './sharePicture.server.ts'

const HOUR = 3600

/** The picture of a published listing; of anything else there is none. */
export async function serveSharePicture(idOrSlug: string) {
  const services = useServices()
  const address = ListingAddress.safeParse({ id: idOrSlug })
  if (!address.success) throw notFound()
  const { title, subtitle, photos } = await findPublicListing(services.database.db, address.data.id)
  const bytes = await keptPicture(services, { title, subtitle, cover: photos[0] })
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'image/jpeg',
      'content-length': String(bytes.length),
      'cache-control': `public, max-age=${HOUR}`,
    },
  })
}

interface Shown {
  title: string
  subtitle: string
  cover: { id: string; replacedAt: Date | null } | undefined
}

/** Drawing takes a tenth of a second, and whoever shares a link makes many ask at once. */
const MOST_KEPT = 50
const kept = new Map<string, Promise<Buffer>>()

function keptPicture(services: Services, { title, subtitle, cover }: Shown) {
  const key = JSON.stringify([title, subtitle, cover?.id, cover?.replacedAt])
  const made = kept.get(key) ?? makePicture(services, { title, subtitle, cover })
  // The one asked for last goes to the end, the one nobody asks for is the first to go.
  kept.delete(key)
  kept.set(key, made)
  for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest)
  made.catch(() => kept.delete(key))
  return made
}

async function makePicture(services: Services, { title, subtitle, cover }: Shown) {
  return sharePicture({ title, subtitle, photo: await readCover(services, cover?.id ?? null) })
}

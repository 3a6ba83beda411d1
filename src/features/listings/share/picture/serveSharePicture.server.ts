import { notFound } from '#platform/errors.ts'
import { useServices } from '#platform/services.server.ts'
import { respondWithStored } from '#platform/storage/respondWithStored.server.ts'
import { ListingAddress } from '../../listings.ts'
import { findPublicListing } from '../../publicListing.server.ts'
import { findCover } from '../cover.server.ts'
import { findStoredPicture, fingerprintOf } from './redrawSharePictures.server.ts'

const HOUR_SECONDS = 3600
/** Until the picture is drawn, which takes seconds. */
const MINUTE_SECONDS = 60
const STATIC_PICTURE = '/social/listing.jpg'

/** The stored picture of a published listing; while there is none, its cover photo or a picture of our own. */
export async function serveSharePicture(idOrSlug: string) {
  const services = useServices()
  const address = ListingAddress.safeParse({ id: idOrSlug })
  if (!address.success) throw notFound()
  const shown = await findPublicListing(services.database.db, address.data.id)
  const picture = await findStoredPicture(services.database.db, shown.id)
  const keptSeconds = picture?.fingerprint === fingerprintOf(shown) ? HOUR_SECONDS : MINUTE_SECONDS
  const { storage } = services
  const respond = async (key: string | null | undefined, type: string, seconds: number) =>
    key ? respondWithStored(storage, key, headers(type, seconds)) : undefined
  return (
    (await respond(picture?.path, 'image/jpeg', keptSeconds)) ??
    (await respond(await findCover(services, shown.photos[0]?.id ?? null), 'image/webp', MINUTE_SECONDS)) ??
    new Response(null, { status: 302, headers: { location: STATIC_PICTURE, ...headers('image/jpeg', MINUTE_SECONDS) } })
  )
}

const headers = (type: string, seconds: number) => ({
  'content-type': type,
  'cache-control': `public, max-age=${seconds}`,
})

import { notFound } from '#platform/errors.ts'
import { useServices } from '#platform/services.server.ts'
import { respondWithStored } from '#platform/storage/respondWithStored.server.ts'
import { ListingIdOrSlug } from '../../listings.ts'
import { findPublicListing } from '../../publicListing.server.ts'
import { findCoverKey } from '../cover.server.ts'
import { findStoredPicture } from './redrawSharePictures.server.ts'

const STATIC_PICTURE = '/social/listing.jpg'

/** The stored picture of a published listing; while there is none, its cover photo or a picture of our own. */
export async function serveSharePicture(idOrSlug: string) {
  const services = useServices()
  const address = ListingIdOrSlug.safeParse({ id: idOrSlug })
  if (!address.success) throw notFound()
  const shown = await findPublicListing(services.database.db, address.data.id)
  const picture = await findStoredPicture(services.database.db, shown.id)
  const { storage } = services
  const respond = async (key: string | null | undefined, contentType: string) =>
    key ? respondWithStored(storage, key, { contentType, isPublic: true }) : undefined
  return (
    (await respond(picture?.path, 'image/jpeg')) ??
    (await respond(await findCoverKey(services, shown.photos[0]?.id ?? null), 'image/webp')) ??
    new Response(null, { status: 302, headers: { location: STATIC_PICTURE, 'cache-control': 'public, no-cache' } })
  )
}

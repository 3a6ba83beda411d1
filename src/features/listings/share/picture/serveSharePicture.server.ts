import { createHash } from 'node:crypto'
import { getRequestHeader } from '@tanstack/react-start/server'
import { notFound } from '#platform/errors.ts'
import { matchesEtag } from '#platform/http/matchesEtag.ts'
import { type Services, useServices } from '#platform/services.server.ts'
import { ListingAddress } from '../../listings.ts'
import { findPublicListing } from '../../publicListing.server.ts'
import { readCover } from '../cover.server.ts'
import { sharePicture } from './sharePicture.server.ts'

/** The picture of a published listing; of anything else there is none. */
export async function serveSharePicture(idOrSlug: string) {
  const services = useServices()
  const address = ListingAddress.safeParse({ id: idOrSlug })
  if (!address.success) throw notFound()
  const { title, subtitle, photos } = await findPublicListing(services.database.db, address.data.id)
  const shown = { title, subtitle, cover: photos[0] }
  const headers = {
    'content-type': 'image/jpeg',
    // As for photos: whoever keeps a copy asks before showing it again.
    'cache-control': 'public, no-cache',
    etag: `"${createHash('sha256').update(keyOf(shown)).digest('base64url').slice(0, 22)}"`,
  }
  if (matchesEtag(getRequestHeader('if-none-match'), headers.etag)) return new Response(null, { status: 304, headers })
  const bytes = await keptPicture(services, shown)
  return new Response(new Uint8Array(bytes), { headers: { ...headers, 'content-length': String(bytes.length) } })
}

interface Shown {
  title: string
  subtitle: string
  cover: { id: string; replacedAt: Date | null } | undefined
}

const keyOf = ({ title, subtitle, cover }: Shown) => JSON.stringify([title, subtitle, cover?.id, cover?.replacedAt])

/** Drawing takes a tenth of a second, and whoever shares a link makes many ask at once. */
const MOST_KEPT = 50
const kept = new Map<string, Promise<Buffer>>()

function keptPicture(services: Services, shown: Shown) {
  const key = keyOf(shown)
  const made = kept.get(key) ?? makePicture(services, shown)
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

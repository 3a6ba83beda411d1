import { eq } from 'drizzle-orm'
import { listing } from '#db/schema/listings.ts'
import {
  publicListingUrl,
  SHARE_PICTURE_HEIGHT,
  SHARE_PICTURE_WIDTH,
  sharePictureUrl,
} from '#features/listings/listingUrls.ts'
import { requirePublicListingId } from '#features/listings/server/publicListings.server.ts'
import { AppError, invalidInput, methodNotAllowed, notFound } from '#platform/errors.ts'
import { currentRequest } from '#platform/http/currentRequest.server.ts'
import { explainError } from '#platform/http/explainError.server.ts'
import { errorResponse, withRequestContext } from '#platform/http/handleRequest.server.ts'
import { html } from '#platform/http/html.ts'
import type { Services } from '#platform/services.server.ts'
import { embedPath } from '../embed.schema.ts'
import { findEmbedSites } from './embedSites.server.ts'

const requestsPerAddress = { name: 'oembed', points: 600, seconds: 3600 }
const WIDTH = 720
const HEIGHT = 560
const MIN_SIZE = 200
const CACHE_SECONDS = 3600
/** What a frame of ours may do: run, send the form, open and save documents. Not lead the page around it somewhere else. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads'

/** Tells programs how to show the link of a listing (https://oembed.com). Drafts and strange links are not found alike. */
export function respondToOEmbed(services: Services, request: Request): Promise<Response> | undefined {
  const url = new URL(request.url)
  if (url.pathname !== '/oembed') return undefined
  return withRequestContext(services, request, async () => {
    try {
      if (!['GET', 'HEAD'].includes(request.method)) throw methodNotAllowed('This address accepts GET.')
      await services.limits.spendByAddress(requestsPerAddress, currentRequest().clientIp)
      const described = await describeLink(services, url.searchParams)
      return Response.json(described, {
        headers: { 'cache-control': `public, max-age=${CACHE_SECONDS}`, 'access-control-allow-origin': '*' },
      })
    } catch (error) {
      return errorResponse(explainError(services.log, error), request)
    }
  })
}

async function describeLink({ database: { db }, env }: Services, search: URLSearchParams) {
  const format = search.get('format') ?? 'json'
  if (format !== 'json') throw new AppError('NotImplemented', 501, 'The only format is json.')
  const link = search.get('url')
  if (!link) throw invalidInput({ url: 'Please add the link of a listing' })
  const id = await requirePublicListingId(db, readSlug(env.APP_URL, link)).catch(neverPublic)
  const [found] = await db.select({ title: listing.title, slug: listing.slug }).from(listing).where(eq(listing.id, id))
  if (!found) throw notFound()
  const { title, slug } = found
  const { embedSites } = await findEmbedSites(db, id)
  const described = {
    version: '1.0',
    title,
    provider_name: 'Property Files',
    provider_url: env.APP_URL,
    cache_age: CACHE_SECONDS,
    ...thumbnail(env.APP_URL, slug, search),
  }
  // Nobody may show its documents in a frame, so it is a link.
  if (embedSites.length === 0) return { ...described, type: 'link', url: publicListingUrl(env.APP_URL, slug) }
  const [width, height] = [fit(search.get('maxwidth'), WIDTH), fit(search.get('maxheight'), HEIGHT)]
  const src = env.APP_URL + embedPath(id)
  const frame = html`<iframe src="${src}" title="${`Documents for ${title}`}" width="${width}" height="${height}" sandbox="${SANDBOX}" loading="lazy" style="border:0;width:100%;max-width:${width}px"></iframe>`
  return { ...described, type: 'rich', html: frame.text, width, height }
}

/** A listing that was public before is not found either: there is nothing to show. */
function neverPublic(error: unknown): never {
  throw error instanceof AppError && error.status === 410 ? notFound() : error
}

/** The part of a link to a listing that names it. */
function readSlug(appUrl: string, link: string) {
  const url = URL.parse(link)
  const [, slug] = /^\/listings\/([^/]+)\/?$/.exec(url?.pathname ?? '') ?? []
  if (!url || url.origin !== new URL(appUrl).origin || !slug || slug.length > 200) throw notFound()
  try {
    return decodeURIComponent(slug)
  } catch {
    throw notFound()
  }
}

/** As small as the program wants it, within what can be read. */
function fit(max: string | null, usual: number) {
  const wanted = Number(max ?? usual)
  return Number.isInteger(wanted) && wanted > 0 ? Math.max(MIN_SIZE, Math.min(wanted, usual)) : usual
}

/** Left out where it would be larger than the program wants. */
function thumbnail(appUrl: string, slug: string, search: URLSearchParams) {
  const isTooLarge =
    Number(search.get('maxwidth') ?? SHARE_PICTURE_WIDTH) < SHARE_PICTURE_WIDTH ||
    Number(search.get('maxheight') ?? SHARE_PICTURE_HEIGHT) < SHARE_PICTURE_HEIGHT
  if (isTooLarge) return {}
  return {
    thumbnail_url: sharePictureUrl(appUrl, slug),
    thumbnail_width: SHARE_PICTURE_WIDTH,
    thumbnail_height: SHARE_PICTURE_HEIGHT,
  }
}

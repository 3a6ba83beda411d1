import { and, eq } from 'drizzle-orm'
import { channel, listing, wasEverPublic } from '#db/schema/listings.ts'
import { notFound, tooManyRequests } from '#platform/errors.ts'
import { CHANNEL_PARAM, parseVisitSource, writeCampaign } from '#platform/events/visitSource.ts'
import { currentRequest } from '#platform/http/currentRequest.server.ts'
import { rateLimitKey } from '#platform/http/ipAddresses.server.ts'
import { type Services, useServices } from '#platform/services.server.ts'
import { publicListingUrl } from '../listingUrls.ts'

/** Only codes that lead nowhere count, so that a whole open home can scan the poster from one address. */
const missedShortLinks = { name: 'short_link_miss', points: 30, seconds: 600 }

export async function serveShortLink(code: string, requestUrl: string) {
  const location = await followShortLink(useServices(), code, currentRequest().clientIp, requestUrl)
  return new Response(null, { status: 302, headers: { location } })
}

type ShortLinkServices = Pick<Services, 'database' | 'limits' | 'env'>

/**
 * Where a short link leads. The code goes into the fragment of the address, which browsers send to nobody: the page is the same for everyone, and
 * no cache and no log sees it. The destination is the listing's own address, whatever the request says.
 */
export async function followShortLink(
  { database, limits, env }: ShortLinkServices,
  code: string,
  clientIp: string,
  requestUrl: string,
) {
  const who = rateLimitKey(clientIp)
  // Also for codes that exist: otherwise guessing could go on.
  if (await limits.isSpent(missedShortLinks, who)) throw tooManyRequests(missedShortLinks.seconds)
  const slug = CODE.test(code) ? await findSlug(database, code) : undefined
  if (slug === undefined) {
    await limits.isWithin(missedShortLinks, who)
    throw notFound()
  }
  const fragment = writeCampaign(parseVisitSource(new URL(requestUrl)), { [CHANNEL_PARAM]: code })
  return `${publicListingUrl(env.APP_URL, slug)}#${fragment}`
}

const CODE = /^[0-9a-z]{1,40}$/

/** A draft is not found, like a code that does not exist. What was public says itself that it is gone. */
async function findSlug({ db }: ShortLinkServices['database'], code: string) {
  const [found] = await db
    .select({ slug: listing.slug })
    .from(channel)
    .innerJoin(listing, and(eq(listing.id, channel.listingId), eq(listing.agencyId, channel.agencyId)))
    .where(and(eq(channel.code, code), wasEverPublic))
  return found?.slug
}

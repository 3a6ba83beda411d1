import { and, eq } from 'drizzle-orm'
import { channel } from '#db/schema/channels.ts'
import { listing, wasEverPublic } from '#db/schema/listings.ts'
import { notFound, tooManyRequests } from '#platform/errors.ts'
import { CHANNEL_PARAM, campaignParams, parseVisitSource } from '#platform/events/visitSource.ts'
import { currentRequest } from '#platform/http/currentRequest.server.ts'
import { rateLimitKey } from '#platform/http/ipAddresses.server.ts'
import { useServices } from '#platform/services.server.ts'
import { publicListingUrl } from '../listingLinks.ts'

/** Only codes that lead nowhere count, so that a whole open home can scan the poster from one address. */
const missedShortLinks = { name: 'short_link_miss', points: 30, seconds: 600 }

/**
 * Sends a visitor on to the listing. The code goes into the fragment of the address, which browsers send to nobody: the page is the same for
 * everyone, and no cache and no log sees it. The destination is the listing's own address, whatever the request says.
 */
export async function followShortLink(code: string, requestUrl: string) {
  const { database, limits, env } = useServices()
  const who = rateLimitKey(currentRequest().clientIp)
  // Also for codes that exist: a guess must not be told apart from a miss.
  if (await limits.isSpent(missedShortLinks, who)) throw tooManyRequests(missedShortLinks.seconds)
  const [found] = await database.db
    .select({ slug: listing.slug })
    .from(channel)
    .innerJoin(listing, eq(listing.id, channel.listingId))
    // What was public says itself that it is gone. A draft is not found.
    .where(and(eq(channel.code, code), wasEverPublic))
  if (!found) {
    await limits.isWithin(missedShortLinks, who)
    throw notFound()
  }
  const fragment = new URLSearchParams({ [CHANNEL_PARAM]: code })
  const { source, medium, campaign } = parseVisitSource(new URL(requestUrl))
  for (const [index, text] of [source, medium, campaign].entries()) {
    const name = campaignParams[index]
    if (name && text) fragment.set(name, text)
  }
  return new Response(null, {
    status: 302,
    headers: { location: `${publicListingUrl(env.APP_URL, found.slug)}#${fragment}` },
  })
}

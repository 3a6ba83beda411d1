import { FastResponse } from 'srvx'
import * as z from 'zod/mini'
import { findSessionByCookies } from '#platform/auth/sessionCookie.server.ts'
import { browserEventNames, EVENT_PATH } from '#platform/events/events.ts'
import { SentVisitSource, toEventSource } from '#platform/events/visitSource.schema.ts'
import {
  createFloodLimit,
  readBeaconBody,
  refuseForeignBeacons,
  shouldCountBeacon,
} from '#platform/http/beacons.server.ts'
import { currentRequest } from '#platform/http/currentRequest.server.ts'
import { explainError } from '#platform/http/explainError.server.ts'
import { errorResponse, withRequestContext } from '#platform/http/handleRequest.server.ts'
import { FileId, ListingId } from '#platform/input/fieldSchemas.ts'
import type { Services } from '#platform/services.server.ts'
import { meters } from '#platform/telemetry/metrics.server.ts'

const BODY_LIMIT = { maxBytes: 8_000, maxValues: 20 }

/** All that a browser may send about a visit. The server finds out the rest. */
export const SentEvent = z.strictObject({
  event: z.enum(browserEventNames),
  listingId: ListingId,
  pathname: z.string().check(z.regex(/^\/(?:listings|embed)\/[^/?#\s]{1,200}\/?$/, 'Not the page of a listing')),
  fileId: z.optional(FileId),
  referrer: z.optional(z.string()),
  source: z.optional(SentVisitSource),
})
type SentEvent = z.infer<typeof SentEvent>

/** Finds the lead that the cookies of a request belong to, at a listing. */
type FindLeadId = (cookies: string, listingId: string) => string | undefined

/** Responds to the beacon of listing pages. Runs before TanStack Start, because there are so many of these requests. */
export function respondToEvent(services: Services, request: Request, findLeadId: FindLeadId) {
  if (new URL(request.url).pathname !== EVENT_PATH) return undefined
  return withRequestContext(services, request, async () => {
    try {
      const receivedAt = new Date()
      refuseForeignBeacons(request, services.env.APP_URL)
      const sent = SentEvent.parse(await readBeaconBody(request, BODY_LIMIT))
      if (shouldCountBeacon(request, floodLimit)) await storeEvent(services, request, sent, receivedAt, findLeadId)
      else meters.events.inc({ outcome: 'dropped' })
      // The same answer whether it counted or not: someone who knows the rules could get around them.
      return new FastResponse(null, { status: 204 })
    } catch (error) {
      return errorResponse(explainError(services.log, error), request)
    }
  })
}

const floodLimit = createFloodLimit()

async function storeEvent(
  services: Services,
  request: Request,
  sent: SentEvent,
  createdAt: Date,
  findLeadId: FindLeadId,
) {
  const { database, events, visitors } = services
  const { event, listingId, fileId, referrer = '', source } = sent
  const { headers } = request
  const cookies = headers.get('cookie') ?? ''
  const viewer = cookies ? await findSessionByCookies(database.db, cookies) : undefined
  const visitor = await visitors.describe({ ...currentRequest(), headers }, listingId, createdAt)
  await events.write({
    ...visitor,
    ...splitReferrer(referrer, visitors.hostname),
    ...toEventSource(source),
    event,
    listingId,
    fileId,
    leadId: cookies && findLeadId(cookies, listingId),
    createdAt,
    onlyFor: 'the public',
    viewerAgencyId: viewer?.agent.agencyId,
  })
}

const MAX_REFERRER_LENGTH = 200
/** Parts of a path that may be personal: an email address, a number, an id, a token. */
const PRIVATE_PARTS = /[^/]*(?:@|%40)[^/]*|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\+?\d{7,}|[^/.-]{24,}/gi
const noReferrer = { referrerHostname: null, referrerPathname: null }

/** The page that a visitor came from, without what may be private in its address. Our own pages are no referrer. */
export function splitReferrer(referrer: string, ownHostname: string) {
  if (!URL.canParse(referrer)) return noReferrer
  const { protocol, hostname, pathname } = new URL(referrer)
  if (!/^https?:$/.test(protocol) || hostname === ownHostname) return noReferrer
  return {
    referrerHostname: hostname.replace(/^www\./, '').slice(0, MAX_REFERRER_LENGTH),
    referrerPathname: pathname.replaceAll(PRIVATE_PARTS, '…').slice(0, MAX_REFERRER_LENGTH),
  }
}

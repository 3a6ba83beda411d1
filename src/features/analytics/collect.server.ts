import { FastResponse } from 'srvx'
import { limitRequestBody } from 'srvx/body-limit'
import { forbidden, notAllowed, tooLarge } from '#platform/errors.ts'
import { EVENT_PATH } from '#platform/events/events.ts'
import { splitReferrer } from '#platform/events/referrer.ts'
import { readUserAgent } from '#platform/events/userAgent.server.ts'
import { createVisitorLimit } from '#platform/events/visitorLimit.server.ts'
import { parseJson } from '#platform/http/callPayload.server.ts'
import { currentRequest } from '#platform/http/currentRequest.server.ts'
import { explain } from '#platform/http/explain.server.ts'
import { errorResponse, framed } from '#platform/http/respond.server.ts'
import { isFromOurPages } from '#platform/http/sameOrigin.server.ts'
import { meters } from '#platform/metrics/meters.server.ts'
import type { Services } from '#platform/services.server.ts'
import { findSession } from '#platform/session.server.ts'
import { sessionIn } from '#platform/sessionCookie.server.ts'
import { SentEvent } from './sentEvent.server.ts'

const MAX_BODY_BYTES = 8_000
const MAX_VALUES = 20

/** Which buyer the cookies say this is, at a listing. */
type LeadIn = (cookies: string, listingId: string) => string | undefined

/** Answers what pages of listings tell of their visits. Before Start, because there are so many. */
export function respondToEvent(services: Services, request: Request, leadIn: LeadIn): Promise<Response> | undefined {
  if (new URL(request.url).pathname !== EVENT_PATH) return undefined
  return framed(services, request, async () => {
    try {
      const received = new Date()
      refuseStrangers(request, services.env.APP_URL)
      const sent = SentEvent.parse(await readBody(request))
      if (isWorthCounting(request)) await count(services, request, sent, received, leadIn)
      else meters.events.inc({ outcome: 'dropped' })
      // Whether it counted is nobody's business: who knows the rules can get around them.
      return new FastResponse(null, { status: 204 })
    } catch (error) {
      return errorResponse(explain(services.log, error), request)
    }
  })
}

function refuseStrangers(request: Request, appUrl: string) {
  if (request.method !== 'POST') throw notAllowed('Events are sent with POST.')
  if (!isFromOurPages(request, appUrl)) throw forbidden('Events come from our own pages.')
}

async function readBody(request: Request): Promise<unknown> {
  const length = request.headers.get('content-length')
  if (Number(length ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  // A body that does not say how long it is must be watched.
  const limited = length ? request : limitRequestBody(request, MAX_BODY_BYTES, { createError: tooLarge })
  return parseJson(await limited.text(), { maxValues: MAX_VALUES })
}

const limit = createVisitorLimit()

function isWorthCounting({ headers }: Request) {
  const userAgent = headers.get('user-agent') ?? ''
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-moz') ?? ''
  if (/prefetch|prerender|preview/.test(purpose) || readUserAgent(userAgent).isBot) return false
  return limit.isWithin(currentRequest().clientIp, userAgent)
}

async function count(services: Services, request: Request, sent: SentEvent, createdAt: Date, leadIn: LeadIn) {
  const { database, events, visitors } = services
  const { event, listingId, fileId, referrer = '' } = sent
  const { headers } = request
  const cookies = headers.get('cookie') ?? ''
  const session = sessionIn(cookies)
  const viewer = session ? await findSession(database.db, session) : undefined
  const visitor = await visitors.describe({ ...currentRequest(), headers }, listingId, createdAt)
  await events.write({
    ...visitor,
    ...splitReferrer(referrer, visitors.hostname),
    event,
    listingId,
    fileId,
    leadId: cookies && leadIn(cookies, listingId),
    createdAt,
    onlyFor: 'the public',
    viewerId: viewer?.agent.id,
  })
}

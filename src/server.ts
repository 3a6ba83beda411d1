import { createServerEntry, createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server'
import { respondToCrawler } from '#crawlers.server.ts'
import { respondToEvent } from '#features/analytics/server/collectEvent.server.ts'
import { findLeadIdInCookies } from '#features/leads/server/documentKey.server.ts'
import { notAllowed } from '#platform/errors.ts'
import { createPageCache } from '#platform/http/pageCache.server.ts'
import { respond, respondWithFile } from '#platform/http/respond.server.ts'
import { useServices } from '#platform/services.server.ts'
import { respondToScrape } from '#platform/telemetry/metricsEndpoint.server.ts'

const start = createStartHandler(defaultStreamHandler)

/** What the world sees: listings and the pages about the product. */
const SHARED_PAGES = /^\/(?:listings\/[^/]+|about|features|pricing|privacy-policy|terms)?$/
const pages = createPageCache(start, (pathname) => SHARED_PAGES.test(pathname))

/** All else is there to be looked at. The router would show a page to whoever sends something to it. */
const POST_PATHS = /^\/(?:_serverFn\/.+|webhooks\/stripe|dev\/jobs)$/

function answer(request: Request) {
  const { method, url } = request
  const isFine = ['GET', 'HEAD'].includes(method) || (method === 'POST' && POST_PATHS.test(new URL(url).pathname))
  if (!isFine) throw notAllowed('This address doesn’t accept requests of this type.')
  return start(request)
}

/** Files are served before Start sees them: it would buffer and limit what must stream. */
export default createServerEntry({
  fetch: (request) => {
    const services = useServices()
    return (
      respondToEvent(services, request, findLeadIdInCookies) ??
      respondWithFile(services, request) ??
      respondToCrawler(services, request) ??
      respondToScrape(services, request) ??
      respond(services, request, answer, pages)
    )
  },
})

import { createServerEntry, createStartHandler } from '@tanstack/react-start/server'
import { respondToEvent } from '#features/analytics/server/collectEvent.server.ts'
import { respondToApi } from '#features/api/server/respondToApi.server.ts'
import { respondToOEmbed } from '#features/embed/server/respondToOEmbed.server.ts'
import { respondToFeed } from '#features/feeds/server/receiveFeed.server.ts'
import { findLeadIdInCookies } from '#features/leads/server/documents/documentKey.server.ts'
import { respondToReading } from '#features/leads/server/reading/storeReading.server.ts'
import { respondToCheckIns } from '#features/openHomes/server/receiveCheckIns.server.ts'
import { respondToPicture } from '#pictures.server.ts'
import { methodNotAllowed } from '#platform/errors.ts'
import { handleRequest, respondWithFile } from '#platform/http/handleRequest.server.ts'
import { useServices } from '#platform/services.server.ts'
import { respondToScrape } from '#platform/telemetry/metricsEndpoint.server.ts'
import { renderPage } from '#renderPage.server.tsx'
import { serveCrawlerFiles } from '#serveCrawlerFiles.server.ts'

const start = createStartHandler(renderPage)

/** Public pages that are the same for everyone. */
const STATIC_PAGES = /^\/(?:(?:listings|embed)\/[^/]+|about|door|features|pricing|help|privacy-policy|terms)?$/

/** Other paths refuse POST: the router would render a page for it. */
const POST_PATHS =
  /^\/(?:_serverFn\/.+|webhooks\/stripe|unsubscribe\/(?:(?:changes|messages|vendors)\/)?[^/]+|dev\/jobs)$/

function handle(request: Request) {
  const { method, url } = request
  const isAllowed = ['GET', 'HEAD'].includes(method) || (method === 'POST' && POST_PATHS.test(new URL(url).pathname))
  if (!isAllowed) throw methodNotAllowed('This address doesn’t accept requests of this type.')
  return start(request)
}

/** Events, readings, files and pictures are handled before Start: it would buffer and limit bodies, and costs more than they do. */
export default createServerEntry({
  fetch: (request) => {
    const services = useServices()
    return (
      respondToEvent(services, request, findLeadIdInCookies) ??
      respondToReading(services, request) ??
      respondToCheckIns(services, request) ??
      respondWithFile(services, request) ??
      respondToPicture(services, request) ??
      serveCrawlerFiles(services, request) ??
      respondToOEmbed(services, request) ??
      respondToApi(services, request) ??
      respondToFeed(services, request) ??
      respondToScrape(services, request) ??
      handleRequest(services, request, handle, (pathname) => STATIC_PAGES.test(pathname))
    )
  },
})

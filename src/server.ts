import { createServerEntry, createStartHandler } from '@tanstack/react-start/server'
import { serveAgentPhoto } from '#features/accounts/server/settings.server.ts'
import { serveAgencyLogo } from '#features/agencies/server/readBrand.server.ts'
import { respondToEvent } from '#features/analytics/server/collectEvent.server.ts'
import { respondToApi } from '#features/api/server/respondToApi.server.ts'
import { respondToOEmbed } from '#features/embed/server/respondToOEmbed.server.ts'
import { respondToFeed } from '#features/feeds/server/receiveFeed.server.ts'
import { servePicture } from '#features/files/server/serveFiles.server.ts'
import { findLeadIdInCookies } from '#features/leads/server/documents/documentKey.server.ts'
import { respondToReading } from '#features/leads/server/reading/storeReading.server.ts'
import { serveSharePicture } from '#features/listings/server/sharePictures.server.ts'
import { methodNotAllowed } from '#platform/errors.ts'
import { explainError } from '#platform/http/explainError.server.ts'
import {
  errorResponse,
  handleRequest,
  respondWithFile,
  withRequestContext,
} from '#platform/http/handleRequest.server.ts'
import { type Services, useServices } from '#platform/services.server.ts'
import { respondToScrape } from '#platform/telemetry/metricsEndpoint.server.ts'
import { renderPage } from '#renderPage.server.tsx'
import { serveCrawlerFiles } from '#serveCrawlerFiles.server.ts'

const start = createStartHandler(renderPage)

/** Public pages that are the same for everyone. */
const STATIC_PAGES = /^\/(?:(?:listings|embed)\/[^/]+|about|features|pricing|help|privacy-policy|terms)?$/

/** Other paths refuse POST: the router would render a page for it. */
const POST_PATHS = /^\/(?:_serverFn\/.+|webhooks\/stripe|unsubscribe\/(?:changes\/)?[^/]+|dev\/jobs)$/

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

type PictureAnswer = (services: Services, request: Request, ...parts: string[]) => Promise<Response>

const pictures: [path: RegExp, answer: PictureAnswer][] = [
  // Photos of listings, and first pages of documents for their agent.
  [
    /^\/photos\/([^/]+)\/([^/]+)$/,
    (services, request, id = '', width = '') => servePicture(services, request, id, width),
  ],
  [/^\/agent-photo\/([^/]+)$/, (services, _request, id = '') => serveAgentPhoto(services, id)],
  [/^\/agency-logo\/([^/]+)$/, (services, _request, id = '') => serveAgencyLogo(services, id)],
  // What social networks show beside a link to a listing.
  [/^\/listings\/([^/]+)\/preview\.jpg$/, (services, request, id = '') => serveSharePicture(services, request, id)],
]

/** Serves pictures. Before TanStack Start, because every page has so many of them. */
function respondToPicture(services: Services, request: Request): Promise<Response> | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const { pathname } = new URL(request.url)
  for (const [path, answer] of pictures) {
    const [, ...parts] = path.exec(pathname) ?? []
    if (parts.length) return withRequestContext(services, request, () => respond(services, request, answer, parts))
  }
  return undefined
}

async function respond(services: Services, request: Request, answer: PictureAnswer, parts: string[]) {
  try {
    return await answer(services, request, ...parts)
  } catch (error) {
    return errorResponse(explainError(services.log, error), request)
  }
}

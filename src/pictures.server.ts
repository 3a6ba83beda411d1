import { serveAgentPhoto } from '#features/accounts/server/settings.server.ts'
import { serveAgencyLogo } from '#features/agencies/server/readBrand.server.ts'
import { servePicture } from '#features/files/server/serveFiles.server.ts'
import { serveSharePicture } from '#features/listings/server/sharePictures.server.ts'
import { explainError } from '#platform/http/explainError.server.ts'
import { errorResponse, withRequestContext } from '#platform/http/handleRequest.server.ts'
import type { Services } from '#platform/services.server.ts'

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
export function respondToPicture(services: Services, request: Request): Promise<Response> | undefined {
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

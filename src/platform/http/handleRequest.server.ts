import { randomBytes, randomUUID } from 'node:crypto'
import { FastResponse, type ServerRequest } from 'srvx'
import { limitRequestBody } from 'srvx/body-limit'
import { type AppError, invalidInput, methodNotAllowed, notFound, tooLarge } from '../errors.ts'
import { countTransfer } from '../limits/concurrentTransfers.server.ts'
import { withoutPayload } from '../serverFunctions/callPayload.server.ts'
import type { Services } from '../services.server.ts'
import { STORAGE_PATH } from '../storage/disk/urlSigner.server.ts'
import { loggablePath } from '../telemetry/log.server.ts'
import { countRequest } from '../telemetry/metrics.server.ts'
import { traceRequest } from '../telemetry/tracing.server.ts'
import { currentRequest, type RequestContext, runInRequestContext } from './currentRequest.server.ts'
import { explainError } from './explainError.server.ts'
import { html } from './html.ts'
import { localeFor } from './requestHeaders.ts'
import { newStaticPage } from './staticPage.ts'
import { browserHasPage, chooseEncoding, isForEveryone, type RenderedPage } from './staticPages.server.ts'

type Arriving = Request & Partial<Pick<ServerRequest, 'ip' | 'runtime'>>
type Handle = (request: Request) => Response | Promise<Response>

/** For every request; calls have smaller limits. */
const MAX_BODY_BYTES = 1_000_000
/** Never a loopback address, so that an unknown peer gets no access to local-only pages. */
const UNKNOWN_PEER = '0.0.0.0'
const SERVER_FUNCTIONS = '/_serverFn/'

/** Handles every dynamic request except files and kept pages: limits, and an error response for any failure. */
export const handleRequest = (
  services: Services,
  request: Arriving,
  handle: Handle,
  isStatic: (pathname: string) => boolean,
) =>
  withRequestContext(services, request, (pathname) =>
    answer(services, request, pathname, handle, services.env.NODE_ENV !== 'development' && isStatic(pathname)),
  )

type Frame = Pick<Services, 'findClientIp' | 'securityHeaders' | 'log'>

/** Gives a request its id, context, security headers and log line. */
export async function withRequestContext(
  services: Frame,
  request: Arriving,
  answer: (pathname: string) => Promise<Response>,
): Promise<Response> {
  const started = performance.now()
  const peer = request.ip ?? UNKNOWN_PEER
  const connection = request.runtime?.node?.res
  const { pathname, search } = new URL(request.url)
  const callerLocale = localeFor(request.headers.get('accept-language') ?? '')
  const context: RequestContext = {
    nonce: randomBytes(16).toString('base64'),
    requestId: randomUUID(),
    reachedCall: false,
    userAgent: request.headers.get('user-agent') ?? undefined,
    peer,
    onClose:
      connection &&
      ((listener: () => void) => (connection.closed ? listener() : void connection.once('close', listener))),
    clientIp: services.findClientIp(peer, request.headers.get('x-forwarded-for')),
    callerLocale,
    // Public pages are cached, so they must not depend on the visitor's locale.
    locale: pathname.startsWith('/portal') ? callerLocale : undefined,
  }
  const response = await runInRequestContext(context, () =>
    traceRequest(request, pathname, context, () => answer(pathname)),
  )

  services.securityHeaders(response.headers, {
    nonce: context.nonce,
    staticPage: context.staticPage,
    frameAncestors: context.frameAncestors,
    pathname,
    search,
  })
  response.headers.set('x-request-id', context.requestId)
  // What was not read of the body would be in the way of the next request.
  if (response.status === 413) response.headers.set('connection', 'close')
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
  const ms = performance.now() - started
  const { reachedCall } = context
  countRequest({ method: request.method, pathname, status: response.status, reachedCall, seconds: ms / 1000 })
  services.log[response.status >= 500 ? 'error' : 'info'](
    {
      requestId: context.requestId,
      method: request.method,
      path: loggablePath(pathname),
      status: response.status,
      ms: Math.round(ms),
    },
    'request',
  )
  return response
}

async function answer(services: Services, request: Request, pathname: string, handle: Handle, isStatic: boolean) {
  const refuse = (error: AppError) => errorResponse(error, request)
  if (!isReadable(pathname)) return refuse(invalidInput({}, 'We can’t read that address.'))
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return refuse(tooLarge())
  if (isNoCall(pathname)) return refuse(notFound())
  if (isOddMethod(request, pathname)) return refuse(methodNotAllowed('Calls are made with GET or POST.'))
  try {
    if (isStatic && ['GET', 'HEAD'].includes(request.method))
      return await respondWithPage(services, request, pathname, handle)
    const response = mutable(await handle(forStart(request, pathname)))
    // An agent sees a change on public pages at once, and not only when its notification arrives.
    if (request.method === 'POST' && currentRequest().isByAgent && response.ok) await services.pages.settle()
    return (await isUnknownCall(response, pathname)) ? refuse(notFound()) : response
  } catch (error) {
    return refuse(explainError(services.log, error))
  }
}

/** A public page: the same bytes for everyone, except for an agent's preview. */
async function respondWithPage(services: Services, request: Request, pathname: string, handle: Handle) {
  const { search } = new URL(request.url)
  const accept = request.headers.get('accept') ?? undefined
  // An address can be written in many ways, and each of them would take up memory.
  if (!isForEveryone(search, accept) || pathname.includes('%')) {
    Object.assign(currentRequest(), { nonce: undefined, staticPage: newStaticPage() })
    return mutable(await handle(request))
  }
  const { pages, env } = services
  const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? undefined)
  const render = () => renderForEveryone(services, env.APP_URL + pathname, pathname, handle)
  const bytes = pages.find(pathname, encoding) ?? (await pages.render(pathname, encoding, render))
  const isUnchanged = browserHasPage(request.headers.get('if-none-match') ?? undefined, bytes)
  const headers = isUnchanged ? bytes.unchangedHeaders : bytes.headers
  return new FastResponse(isUnchanged || request.method === 'HEAD' ? null : bytes.body, {
    status: isUnchanged ? 304 : bytes.status,
    headers: headers.flatMap((name, index): [string, string][] => {
      if (index % 2) return []
      const value = headers[index + 1] ?? ''
      // Rendered for everyone, a redirect does not know the query: the next page may need it, such as what an ad added.
      return [[name, name === 'location' ? value + search : value]]
    }),
  })
}

/** Renders without anything from the first visitor's request, not even its host. */
async function renderForEveryone(
  services: Services,
  url: string,
  pathname: string,
  handle: Handle,
): Promise<RenderedPage> {
  const staticPage = newStaticPage()
  const context: RequestContext = {
    requestId: randomUUID(),
    clientIp: UNKNOWN_PEER,
    peer: UNKNOWN_PEER,
    reachedCall: false,
    staticPage,
  }
  return runInRequestContext(context, async () => {
    const { status, headers, body } = await readResponse(
      await handle(new Request(url, { headers: { accept: 'text/html' } })),
    )
    headers.delete('set-cookie')
    services.securityHeaders(headers, { staticPage, pathname, frameAncestors: context.frameAncestors })
    return { status, headers, body, shown: staticPage.shown, maxAgeMs: staticPage.maxAgeMs }
  })
}

const readResponse = async (response: Response) => ({
  status: response.status,
  headers: new Headers(response.headers),
  body: Buffer.from(await response.arrayBuffer()),
})

/** A call reads its payload itself, with its own limit; everything else has one limit. */
function forStart(request: Request, pathname: string) {
  if (!pathname.startsWith(SERVER_FUNCTIONS))
    return limitRequestBody(request, MAX_BODY_BYTES, { createError: tooLarge })
  currentRequest().callRequest = request
  return withoutPayload(request)
}

/** Start looks calls up in a plain object, where it would find `valueOf` and `constructor`. */
const isNoCall = (pathname: string) =>
  pathname.startsWith(SERVER_FUNCTIONS) &&
  decodeURIComponent(pathname)
    .slice(SERVER_FUNCTIONS.length)
    .split('/')
    .some((name) => name === '' || name in Object.prototype)

const isOddMethod = ({ method }: Request, pathname: string) =>
  pathname.startsWith(SERVER_FUNCTIONS) && !['GET', 'HEAD', 'POST'].includes(method)

/** Start responds 500 to an unknown call, before our own middleware runs. */
async function isUnknownCall(response: Response, pathname: string) {
  if (response.status !== 500 || !pathname.startsWith(SERVER_FUNCTIONS) || currentRequest().reachedCall) return false
  return (await response.clone().text()).includes('Server function info not found')
}

/** Some responses (redirects, fetched ones) have frozen headers. */
const mutable = (response: Response) => new Response(response.body, response)

export function errorResponse(error: AppError, request: Request) {
  const { name, status, message, fields, errorId } = error
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (error.retryAfter) headers.set('retry-after', String(error.retryAfter))
  if (request.headers.get('accept')?.includes('text/html'))
    return new Response(plainPage(message, errorId), {
      status,
      headers: { ...Object.fromEntries(headers), 'content-type': 'text/html; charset=utf-8' },
    })
  return Response.json({ name, message, fields, errorId }, { status, headers })
}

/** For downloads, and for when the error screen cannot be rendered. Its styles are attributes, so it needs no other file. */
const plainPage = (message: string, errorId?: string) =>
  html`<!doctype html><html lang="en-NZ"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Something went wrong!</title>
<body style="margin:0;background:#fafbfb;color:#161e22;font:16px/1.5 Inter,system-ui,sans-serif">
<main style="max-width:480px;margin:20vh auto 0;padding:0 24px;text-align:center">
<h1 style="margin:0;font-size:24px;letter-spacing:-.01em">Something went wrong!</h1><p>${message}</p>${errorId && html`<p>Error id: ${errorId}</p>`}
<p><a href="/" style="color:#087f5b">Go to home page</a> &nbsp; <a href="/help" style="color:#087f5b">Help</a></p>
</main></body></html>`.text

function isReadable(pathname: string) {
  try {
    return !decodeURIComponent(pathname).includes('\0')
  } catch {
    return false
  }
}

type FileServices = Pick<Services, 'findClientIp' | 'securityHeaders' | 'log' | 'storage'>

/** Serves a signed storage URL, if files are on our own disk. Bodies stream, and have no limit but the signed one. */
export function respondWithFile(
  { storage, ...services }: FileServices,
  request: Request,
): Promise<Response> | undefined {
  const { serve } = storage
  if (!serve || !new URL(request.url).pathname.startsWith(STORAGE_PATH)) return undefined
  return withRequestContext(services, request, async () => {
    try {
      countTransfer()
      return await serve(request)
    } catch (error) {
      return errorResponse(explainError(services.log, error), request)
    }
  })
}

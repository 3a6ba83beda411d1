import { readdirSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ServerHandler, type ServerMiddleware, serve } from 'srvx'
import { staticMiddleware } from 'srvx/static'
import { YEAR_SECONDS } from '#values/time.ts'
import { projectRoot } from '../config/projectRoot.server.ts'
import type { Services } from '../services.server.ts'
import { countRequestOfKind } from '../telemetry/metrics.server.ts'
import { cutOffSlowBodies, cutOffStalledConnections, dropUnwantedBodies } from './slowClients.server.ts'
import { sendStaticPage } from './staticPages.server.ts'

const HOUR_SECONDS = 3600
const DRAIN_TIMEOUT_MS = 10_000
const BODY_TIMEOUT_MS = 60_000
/** For a part of a file over a slow connection; everything else has a minute. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000
const CLIENT_FOLDER = join(projectRoot, 'dist/client')

/** Static files first, then the application. Slow clients are cut off, and a stop lets running requests finish. */
export async function startHttp(services: Services, fetch: ServerHandler) {
  const { env, log } = services
  const server = serve({
    fetch,
    hostname: env.HOST,
    port: env.PORT,
    silent: true,
    gracefulShutdown: false,
    manual: true,
    middleware: [readableAddresses, staticFiles(services)],
    node: {
      // Several processes share the port (startPrimary.server.ts).
      exclusive: false,
      headersTimeout: 10_000,
      requestTimeout: UPLOAD_TIMEOUT_MS,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 2_000,
    },
    error: (err) => {
      log.error({ err }, 'http')
      return new Response(null, { status: 500 })
    },
  })
  const node = server.node?.server as Server
  const answer = takeOverRequestListeners(node)
  cutOffSlowBodies(node, BODY_TIMEOUT_MS)
  cutOffStalledConnections(node, env.STALLED_SECONDS * 1000)
  dropUnwantedBodies(node)
  const drain = createDrain(node, { lingerMs: env.DRAIN_SECONDS * 1000, timeoutMs: DRAIN_TIMEOUT_MS })
  const watch = takeOverRequestListeners(node)
  // Most requests are for kept pages, and most of those are over before the client could stall.
  node.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const isAnswered = !drain.hasBegun() && !hasBody(request) && sendStaticPage(services, request, response)
    if (isAnswered && response.socket?.writableLength === 0) return
    watch(request, response)
    if (!isAnswered) answer(request, response)
  })
  await server.serve()

  return {
    stop: () => drain.finish(() => server.close()),
  }
}

/** Takes over what listens for requests, to decide for each request whether it hears of it. */
function takeOverRequestListeners(server: Server): (request: IncomingMessage, response: ServerResponse) => void {
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  return (request, response) => {
    for (const listener of listeners) listener.call(server, request, response)
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Rejects URLs that cannot be parsed: the client chooses the host, which may be garbage. */
const readableAddresses: ServerMiddleware = (request, next) =>
  isReadable(request) ? next() : new Response(null, { status: 400 })

/** Reading `url` may throw, or return a string that cannot be parsed. */
function isReadable(request: Request) {
  try {
    return URL.canParse(request.url)
  } catch {
    return false
  }
}

/** File names contain a hash of the content, so browsers may cache them forever. */
const hashedFiles = staticMiddleware({
  dir: CLIENT_FOLDER,
  encodings: true,
  compress: false,
  maxAge: YEAR_SECONDS,
  immutable: true,
})
const publicFiles = staticMiddleware({ dir: CLIENT_FOLDER, encodings: true, compress: false, maxAge: HOUR_SECONDS })

/** The list of files is read once: looking on the disk for every page request would be slow. */
function staticFiles({ securityHeaders }: Services): ServerMiddleware {
  const known = new Set(readdirSync(CLIENT_FOLDER, { recursive: true, encoding: 'utf8' }).map((name) => `/${name}`))

  /** Static files carry the security headers too; other responses get theirs from the application. */
  return async (request, next) => {
    const started = performance.now()
    const { pathname } = new URL(request.url)
    if (!known.has(pathname)) return next()
    let fellThrough = false
    const files = pathname.startsWith('/assets/') ? hashedFiles : publicFiles
    const response = await files(request, () => {
      fellThrough = true
      return next()
    })
    if (fellThrough) return response
    securityHeaders(response.headers, { pathname })
    countRequestOfKind('asset', request.method, response.status, (performance.now() - started) / 1000)
    return response
  }
}

interface DrainTimes {
  /** How long new connections are still accepted, so that a proxy notices the stop before it is refused. */
  lingerMs: number
  /** How long running requests may take after that. */
  timeoutMs: number
}

/**
 * A graceful stop: running requests finish, and each connection closes after its response, because kept-alive connections would
 * delay the stop.
 */
function createDrain(server: Server, { lingerMs, timeoutMs }: DrainTimes) {
  const underWay = new Set<ServerResponse>()
  let isLeaving = false
  let isClosing = false

  server.prependListener('request', (_request, response: ServerResponse) => {
    underWay.add(response)
    if (isLeaving) closeAfterResponse(response)
    response.once('close', () => {
      underWay.delete(response)
      // A response that began before the stop has announced keep-alive.
      if (isClosing) setImmediate(() => server.closeIdleConnections())
    })
  })

  return {
    hasBegun: () => isLeaving,

    async finish(close: () => Promise<unknown>) {
      isLeaving = true
      for (const response of underWay) closeAfterResponse(response)
      // Until then idle connections stay open, because a request may be on its way.
      await delay(lingerMs)
      isClosing = true
      const timeout = setTimeout(() => server.closeAllConnections(), timeoutMs)
      await close()
      clearTimeout(timeout)
    },
  }
}

function closeAfterResponse(response: ServerResponse) {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

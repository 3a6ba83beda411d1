import { readdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { type ServerHandler, type ServerMiddleware, serve } from 'srvx'
import { staticMiddleware } from 'srvx/static'
import { countAsset } from '../metrics/countRequest.server.ts'
import { projectRoot } from '../paths.server.ts'
import { takeRandomBytes } from '../randomBytes.server.ts'
import type { Services } from '../services.server.ts'
import { createDrain } from './drain.server.ts'
import { cutOffSlowBodies } from './patience.server.ts'
import { cutOffStalledConnections, dropUnwantedBodies } from './stalledConnections.server.ts'

const YEAR_SECONDS = 365 * 24 * 3600
const HOUR_SECONDS = 3600
const DRAIN_TIMEOUT_MS = 10_000
const BODY_TIMEOUT_MS = 60_000
/** For a part of a file over a slow line; everything else has a minute. */
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
  cutOffSlowBodies(node, BODY_TIMEOUT_MS)
  cutOffStalledConnections(node, env.STALLED_SECONDS * 1000)
  dropUnwantedBodies(node)
  const drain = createDrain(node, { lingerMs: env.DRAIN_SECONDS * 1000, timeoutMs: DRAIN_TIMEOUT_MS })
  await server.serve()

  return {
    stop: () => drain(() => server.close()),
  }
}

/** Who asks names the host, and nobody says that it must be one. */
const readableAddresses: ServerMiddleware = (request, next) =>
  isReadable(request) ? next() : new Response(null, { status: 400 })

/** Some addresses are put together as they came, others are parsed first, which may fail already. */
function isReadable(request: Request) {
  try {
    return URL.canParse(request.url)
  } catch {
    return false
  }
}

/** Named after their content, so a browser never has to ask again. */
const hashedFiles = staticMiddleware({ dir: CLIENT_FOLDER, encodings: true, compress: false, maxAge: YEAR_SECONDS, immutable: true })
const publicFiles = staticMiddleware({ dir: CLIENT_FOLDER, encodings: true, compress: false, maxAge: HOUR_SECONDS })

/** The build's files are known from the start: looking for each page on the disk would cost more than answering it. */
function staticFiles({ securityHeaders }: Services): ServerMiddleware {
  const known = new Set(readdirSync(CLIENT_FOLDER, { recursive: true, encoding: 'utf8' }).map((name) => `/${name}`))

  /** Static answers carry the security headers too; what falls through gets its own from the application. */
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
    securityHeaders(response.headers, { nonce: takeRandomBytes(16).toString('base64'), pathname })
    countAsset(request.method, response.status, (performance.now() - started) / 1000)
    return response
  }
}

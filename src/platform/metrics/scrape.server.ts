import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { collectDefaultMetrics } from 'prom-client'
import { withRequestContext } from '../http/respond.server.ts'
import type { Services } from '../services.server.ts'
import { meters } from './meters.server.ts'
import { readDatabaseMeters } from './readDatabase.server.ts'

const METRICS_PATH = '/metrics'
const { registry } = meters

/** Memory, garbage collection and the delays of the event loop cost a little, so they are watched only where somebody asks. */
export function watchProcess({ METRICS_TOKEN }: Services['env']) {
  if (METRICS_TOKEN && !registry.getSingleMetric('process_resident_memory_bytes'))
    collectDefaultMetrics({ register: registry })
}

/** The figures for whoever has the token. For everybody else the address is one that does not exist. */
export function respondToScrape(services: Services, request: Request): Promise<Response> | undefined {
  const { METRICS_TOKEN } = services.env
  if (!METRICS_TOKEN || request.method !== 'GET' || !request.url.endsWith(METRICS_PATH)) return undefined
  if (new URL(request.url).pathname !== METRICS_PATH) return undefined
  if (!isBearer(request.headers.get('authorization') ?? '', METRICS_TOKEN)) return undefined
  return withRequestContext(services, request, async () => {
    return new Response(await writeMetrics(services), { headers: { 'content-type': registry.contentType } })
  })
}

/** A worker has no pages, so its figures get a port of their own. */
export async function serveMetrics(services: Services) {
  const { METRICS_TOKEN, METRICS_PORT, HOST } = services.env
  if (!METRICS_TOKEN || !METRICS_PORT) return async () => {}
  const server = createServer(async (request, response) => {
    const isAsked = request.method === 'GET' && request.url === METRICS_PATH
    if (!isAsked || !isBearer(request.headers.authorization ?? '', METRICS_TOKEN)) return response.writeHead(404).end()
    response.setHeader('content-type', registry.contentType)
    response.end(await writeMetrics(services))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(METRICS_PORT, HOST, resolve))
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

async function writeMetrics({ database }: Services) {
  await readDatabaseMeters(database)
  return registry.metrics()
}

/** As long for a wrong token as for a right one, whatever its length. */
const isBearer = (header: string, token: string) => timingSafeEqual(hash(header), hash(`Bearer ${token}`))
const hash = (text: string) => createHash('sha256').update(text).digest()

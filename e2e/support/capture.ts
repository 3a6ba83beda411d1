import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

/** `hang`: keeps the connection open without a response. `drop`: closes it without a response. */
export type Answer = { status: number; body: string } | 'hang' | 'drop'

export interface CapturedRequest {
  method: string
  url: string
  /** Decompressed. */
  body: string
}

export interface CapturedEvent {
  event: string
  properties: Record<string, unknown>
}

const OK: Answer = { status: 200, body: '{}' }
const EVERY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
  // Browsers retry a request when a kept-alive connection breaks, which would distort the count of the library's attempts.
  connection: 'close',
}

/** A server in place of PostHog and Sentry: records requests and responds as configured. */
export async function startCapture() {
  let requests: CapturedRequest[] = []
  let answer: (request: CapturedRequest) => Answer = () => OK

  const server = createServer(async (incoming, response) => {
    if (incoming.method === 'OPTIONS') return response.writeHead(204, EVERY_ORIGIN).end()
    const request = { method: incoming.method ?? '', url: incoming.url ?? '', body: await readBody(incoming) }
    requests.push(request)
    const action = answer(request)
    if (action === 'hang') return
    if (action === 'drop') return incoming.socket.destroy()
    response.writeHead(action.status, { ...EVERY_ORIGIN, 'content-type': 'application/json' }).end(action.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const deliveries = () => requests.filter(({ url }) => url.startsWith('/e/') || url.startsWith('/i/v0/e/'))
  return {
    host: `http://127.0.0.1:${port}`,
    dsn: `http://public@127.0.0.1:${port}/1`,
    requests: () => requests,
    /** Requests that carry events to PostHog. */
    deliveries,
    events: () => deliveries().flatMap(({ body }) => eventsIn(body)),
    /** What arrived at Sentry. */
    reports: () => requests.filter(({ url }) => url.startsWith('/api/1/envelope/')).map(({ body }) => body),
    answerWith(next: typeof answer) {
      answer = next
    },
    reset() {
      requests = []
      answer = () => OK
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type Capture = Awaited<ReturnType<typeof startCapture>>

const eventsIn = (body: string): CapturedEvent[] => {
  const sent = JSON.parse(body)
  return sent.batch ?? (Array.isArray(sent) ? sent : [sent])
}

async function readBody(incoming: IncomingMessage) {
  const bytes = await buffer(incoming)
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes).toString()
  const text = bytes.toString()
  if (!text.startsWith('data=')) return text
  return Buffer.from(new URLSearchParams(text).get('data') ?? '', 'base64').toString()
}

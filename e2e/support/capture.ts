import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

/** `hang`: keeps the connection and says nothing. `drop`: closes it without an answer. */
export type Answer = { status: number; body: string } | 'hang' | 'drop'

export interface CapturedRequest {
  method: string
  url: string
  /** As it was before the library packed it. */
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
  // A browser repeats a request by itself when a kept connection breaks; then the counts would not be the library's.
  connection: 'close',
}

/** Stands in for PostHog and Sentry: keeps what it is sent, and answers as it is told. */
export async function startCapture() {
  let requests: CapturedRequest[] = []
  let answer: (request: CapturedRequest) => Answer = () => OK

  const server = createServer(async (incoming, response) => {
    if (incoming.method === 'OPTIONS') return response.writeHead(204, EVERY_ORIGIN).end()
    const request = { method: incoming.method ?? '', url: incoming.url ?? '', body: await readBody(incoming) }
    requests.push(request)
    const told = answer(request)
    if (told === 'hang') return
    if (told === 'drop') return incoming.socket.destroy()
    response.writeHead(told.status, { ...EVERY_ORIGIN, 'content-type': 'application/json' }).end(told.body)
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

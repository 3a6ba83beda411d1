import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isLoopbackHost } from '#platform/loopback.server.ts'

export interface Call {
  method: string
  path: string
  query: string
  body: string
  header: (name: string) => string | undefined
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** `'cut'` hangs up on the caller. */
export type Handle = (call: Call) => Promise<Answer | 'cut'>

const HOST = '127.0.0.1'
const BODY_LIMIT = 100_000

/** On the port of the last time when it is still free, so that a page left open survives a restart. */
export async function listen(lastUrl: string, handle: Handle) {
  const server = createServer((request, response) => {
    answer(request, response, handle).catch(() => response.destroy())
  })
  const bind = (port: number) =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, HOST, resolve))
  const lastPort = Number(URL.canParse(lastUrl) ? new URL(lastUrl).port : 0)
  await bind(lastPort).catch(() => bind(0))
  server.removeAllListeners('error')
  const { port } = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://${HOST}:${port}`, stop }
}

async function answer(request: IncomingMessage, response: ServerResponse, handle: Handle) {
  // A page elsewhere can point its own name at this computer; it cannot choose the name that the browser sends.
  if (!isLoopbackHost(request.headers.host ?? '')) return send(response, 403, {}, 'This is for this computer only.')
  const body = await readBody(request)
  if (body === undefined) return send(response, 413, { connection: 'close' }, 'Too much.')
  const { pathname, search } = new URL(request.url ?? '/', 'http://sandbox')
  const outcome = await handle({
    method: request.method ?? 'GET',
    path: pathname,
    query: search.slice(1),
    body,
    header: (name) => request.headers[name]?.toString(),
  })
  if (outcome === 'cut') response.destroy()
  else send(response, outcome.status, outcome.headers, outcome.body)
}

const send = (response: ServerResponse, status: number, headers: Record<string, string>, body: string) =>
  void response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(body)

async function readBody(request: IncomingMessage) {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > BODY_LIMIT) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { ApiError, decodeForm, expand, operations, read } from './api.ts'
import { showCheckout, submitCheckout } from './checkoutPage.ts'
import { type Page, type PageVisit, renderPage, sessionExpired } from './page.ts'
import {
  cancelPlan,
  resumePlan,
  showCancelPlan,
  showCardForm,
  showPlan,
  submitCard,
  submitPayment,
} from './portalPage.ts'
import { advanceClock, catchUp, expireCheckout, type Sandbox } from './subscriptions.ts'
import type { ReportError } from './webhooks.ts'

const HOST = '127.0.0.1'
const MAX_BODY_BYTES = 100_000
const KEPT_REQUESTS = 200
const KEPT_RESPONSES = 200

interface Request {
  method: string
  path: string
  query: string
  body: string
  key: string | undefined
  idempotencyKey: string | undefined
}

interface Response {
  status: number
  headers?: Record<string, string>
  body: string
}

interface ServerOptions {
  sandbox: Sandbox
  /** The address of the last start. */
  lastUrl: string
  save: () => Promise<void>
  onChange: () => void
  reportError: ReportError
}

/** Listens on the port of the last start when it is free, so that a page left open survives a restart. */
export async function listen({ lastUrl, ...options }: ServerOptions) {
  const respond = createResponder(options)
  const server = createServer((request, response) => {
    handle(request, response, respond).catch(() => response.destroy())
  })
  const bind = (port: number) =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, HOST, resolve))
  await bind(Number(URL.canParse(lastUrl) ? new URL(lastUrl).port : 0)).catch(() => bind(0))
  server.removeAllListeners('error')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The payment sandbox has no port.')
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://${HOST}:${address.port}`, stop }
}

type Responder = (request: Request) => Promise<Response | 'hang up'>

async function handle(request: IncomingMessage, response: ServerResponse, respond: Responder) {
  const send = (status: number, body: string, headers = {}) =>
    void response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(body)
  // Another site can point its own name at this computer, but the browser sends that name.
  if (request.headers.host?.replace(/:\d+$/, '') !== HOST) return send(403, 'For this computer only.')
  const body = await readBody(request)
  if (body === undefined) return send(413, 'Too large.', { connection: 'close' })
  const { pathname, search } = new URL(request.url ?? '/', 'http://sandbox')
  const outcome = await respond({
    method: request.method ?? 'GET',
    path: pathname,
    query: search.slice(1),
    body,
    key: request.headers.authorization?.replace(/^Bearer /, ''),
    idempotencyKey: request.headers['idempotency-key']?.toString(),
  })
  if (outcome === 'hang up') response.destroy()
  else send(outcome.status, outcome.body, outcome.headers)
}

async function readBody(request: IncomingMessage) {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const pages: Record<string, Page> = {
  'GET /pay/:id': showCheckout,
  'POST /pay/:id': submitCheckout,
  'GET /portal/:id': showPlan,
  'GET /portal/:id/cancel': showCancelPlan,
  'POST /portal/:id/cancel': cancelPlan,
  'POST /portal/:id/resume': resumePlan,
  'GET /portal/:id/card': showCardForm,
  'POST /portal/:id/card': submitCard,
  'POST /portal/:id/pay': submitPayment,
}

const compileRoutes = <T>(table: Record<string, T>) =>
  Object.entries(table).map(([route, target]) => ({
    pattern: new RegExp(`^${route.replace(':id', '(\\w{1,100})')}$`),
    target,
  }))

function findRoute<T>(routes: ReturnType<typeof compileRoutes<T>>, { method, path }: Request) {
  for (const { pattern, target } of routes) {
    const match = pattern.exec(`${method} ${path}`)
    if (match) return { target, id: match[1] ?? '' }
  }
  return undefined
}

const pageRoutes = compileRoutes(pages)
const operationRoutes = compileRoutes(operations)

/** Whatever a request changed is on disk before it is answered. */
function createResponder({ sandbox, save, onChange, reportError }: Omit<ServerOptions, 'lastUrl'>): Responder {
  const callApi = createApi(sandbox)
  return async (request) => {
    try {
      catchUp(sandbox)
      const isApi = /^\/(v1|_sandbox)\//.test(request.path)
      const response = isApi ? await callApi(request) : visitPage(sandbox, request)
      if (request.method !== 'GET') await save()
      return response
    } catch (error) {
      reportError('A request to the payment sandbox failed', error)
      return errorResponse(new ApiError(500, 'api_error', 'The payment sandbox has failed.'))
    } finally {
      onChange()
    }
  }
}

function visitPage(sandbox: Sandbox, request: Request): Response {
  const found = findRoute(pageRoutes, request)
  const visit: PageVisit = { id: found?.id ?? '', form: Object.fromEntries(new URLSearchParams(request.body)) }
  return renderPage(found ? found.target(sandbox, visit) : sessionExpired)
}

const faults = ['api_error', 'rate_limit', 'hang', 'lost_response'] as const
export type Fault = (typeof faults)[number]
const faultErrors: Partial<Record<Fault, ApiError>> = {
  api_error: new ApiError(500, 'api_error', 'An unknown error occurred.'),
  rate_limit: new ApiError(429, 'invalid_request_error', 'Request rate limit exceeded.', 'rate_limit'),
}

/** Stripe's operations, and beside them what tests need: the clock, faults, and which requests came. */
function createApi(sandbox: Sandbox) {
  const requests: { method: string; path: string; idempotencyKey: string | undefined }[] = []
  const responses = new Map<string, { fingerprint: string; response: Response }>()
  const comingFaults: Fault[] = []
  const hanging: (() => void)[] = []

  const NewFaults = z.strictObject({ kind: z.enum(faults), count: z.number().int().min(1).max(100) })
  const Advance = z.strictObject({ advance_days: z.number().min(0).max(3_660) })
  const controls = compileRoutes<(input: unknown, id: string) => object>({
    'POST /_sandbox/clock': (input) => {
      advanceClock(sandbox, read(Advance, input).advance_days)
      return { now: sandbox.now() }
    },
    'POST /_sandbox/faults': (input) => {
      const { kind, count } = read(NewFaults, input)
      comingFaults.push(...Array<Fault>(count).fill(kind))
      return { coming: comingFaults.length }
    },
    'DELETE /_sandbox/faults': () => {
      comingFaults.length = 0
      for (const release of hanging.splice(0)) release()
      return { coming: 0 }
    },
    'GET /_sandbox/requests': () => ({ data: requests }),
    'GET /_sandbox/checkouts': () => ({ count: sandbox.state.checkoutSessions.size }),
    'POST /_sandbox/checkouts/:id/expire': (_input, id) => {
      const session = sandbox.state.checkoutSessions.get(id)
      if (session?.status === 'open') expireCheckout(sandbox, session)
      return { id, status: session?.status }
    },
  })

  function runOperation(request: Request): Response {
    const operation = findRoute(operationRoutes, request)
    if (!operation)
      throw new ApiError(404, 'invalid_request_error', `Unknown request: ${request.method} ${request.path}`)
    const { expand: paths = {}, ...input } = decodeForm(request.method === 'POST' ? request.body : request.query)
    const result = operation.target(sandbox, input, operation.id)
    return json(200, expand(sandbox.state, result, Object.values(read(z.record(z.string(), z.string()), paths))))
  }

  /** The same key with the same request gets the same response. */
  function runOnce(request: Request) {
    const { idempotencyKey: key, path, body } = request
    if (key === undefined || request.method !== 'POST') return runOperation(request)
    const fingerprint = createHash('sha256').update(`${path}\n${body}`).digest('hex')
    const earlier = responses.get(key)
    if (earlier && earlier.fingerprint !== fingerprint)
      throw new ApiError(400, 'idempotency_error', 'This key was used with other parameters.')
    const response = earlier?.response ?? runOperation(request)
    responses.set(key, { fingerprint, response })
    for (const old of [...responses.keys()].slice(0, -KEPT_RESPONSES)) responses.delete(old)
    return response
  }

  return async (request: Request): Promise<Response | 'hang up'> => {
    try {
      assertKey(sandbox.state.secretKey, request.key)
      if (request.path.startsWith('/_sandbox/')) {
        const control = findRoute(controls, request)
        if (!control) throw new ApiError(404, 'invalid_request_error', 'There is no such control.')
        return json(200, control.target(parseJson(request.body || '{}'), control.id))
      }
      requests.push({ method: request.method, path: request.path, idempotencyKey: request.idempotencyKey })
      requests.splice(0, requests.length - KEPT_REQUESTS)
      const fault = comingFaults.shift()
      if (fault === 'hang') return new Promise((resolve) => hanging.push(() => resolve('hang up')))
      const error = fault && faultErrors[fault]
      if (error) throw error
      const response = runOnce(request)
      return fault === 'lost_response' ? 'hang up' : response
    } catch (error) {
      if (error instanceof ApiError) return errorResponse(error)
      throw error
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(400, 'invalid_request_error', 'The body is not JSON.')
  }
}

/** A web page can send requests here, but it does not know the key. */
function assertKey(secretKey: string, given = '') {
  const [right, sent] = [Buffer.from(secretKey), Buffer.from(given)]
  if (right.length !== sent.length || !timingSafeEqual(right, sent))
    throw new ApiError(401, 'invalid_request_error', 'Invalid API key.')
}

const errorResponse = ({ status, type, code, message }: ApiError) => json(status, { error: { type, code, message } })

const json = (status: number, body: object): Response => ({
  status,
  headers: { 'content-type': 'application/json', 'request-id': `req_${randomBytes(7).toString('hex')}` },
  body: JSON.stringify(body),
})

import { limitRequestBody } from 'srvx/body-limit'
import type { Db } from '#db/client.server.ts'
import {
  AppError,
  agencyInactive,
  forbidden,
  invalidInput,
  methodNotAllowed,
  notFound,
  tooLarge,
  unsupportedType,
} from '#platform/errors.ts'
import { currentRequest } from '#platform/http/currentRequest.server.ts'
import { explainError } from '#platform/http/explainError.server.ts'
import { withRequestContext } from '#platform/http/handleRequest.server.ts'
import { findInvalidText } from '#platform/input/fieldSchemas.ts'
import type { Limit } from '#platform/limits/rateLimits.server.ts'
import { parseJson } from '#platform/serverFunctions/callPayload.server.ts'
import type { Services } from '#platform/services.server.ts'
import { findApiCaller } from './apiKeys.server.ts'
import { serveOpenApi } from './openApi.server.ts'
import { type ApiCaller, type ApiInput, invalidParameters, type Operation } from './operation.server.ts'
import { operations } from './operations/index.server.ts'
import { problemResponse } from './problems.server.ts'
import {
  type ApiResponse,
  hashRequest,
  readRepeatKey,
  runOnce,
  runOnceInTransaction,
} from './repeatableRequests.server.ts'

export const API_PATH = '/api/v1'

/** A description of 200 kB, and what is around it. */
const MAX_BODY_BYTES = 1_000_000
const MAX_BODY_VALUES = 30_000
/** For each key. */
export const API_LIMIT: Limit = { name: 'api', points: 600, seconds: 60 }
/** For each address, of requests without a valid key. */
const REFUSED_LIMIT: Limit = { name: 'api_refused', points: 60, seconds: 60 }

/** Handles a request of an agency's program. Undefined for every other path. */
export function respondToApi(services: Services, request: Request): Promise<Response> | undefined {
  const { pathname } = new URL(request.url)
  if (pathname !== API_PATH && !pathname.startsWith(`${API_PATH}/`)) return undefined
  return withRequestContext(services, request, async () => {
    const headers: Record<string, string> = {}
    try {
      if (pathname === `${API_PATH}/openapi.json`) return serveDocument(services, request, headers)
      return await answer(services, request, pathname.slice(API_PATH.length), headers)
    } catch (error) {
      return problem(services, explainError(services.log, error), headers)
    }
  })
}

/** Anyone may read it. */
function serveDocument(services: Services, request: Request, headers: Record<string, string>) {
  if (request.method === 'GET' || request.method === 'HEAD') return serveOpenApi(services, request)
  headers.allow = 'GET, HEAD'
  throw methodNotAllowed('This address accepts GET.')
}

/** Headers that a refusal has too are added as soon as they are known. */
async function answer(services: Services, request: Request, path: string, headers: Record<string, string>) {
  const caller = await requireCaller(services, request)
  await spendLimit(services, caller, headers)
  const { operation, params } = findOperation(request.method, path, headers)
  requireAllowed(caller, operation)
  const { query, body, text } = await readInput(request, operation)
  const input = { params, query, body }
  const repeatKey = operation.method === 'POST' ? readRepeatKey(request) : undefined
  const ifMatch = readIfMatch(request, operation)
  const run = (used: Services) => runOperation(used, caller, operation, input, ifMatch)
  const asked = repeatKey !== undefined && {
    keyId: caller.keyId,
    key: repeatKey,
    requestHash: hashRequest(operation.id, path, new URL(request.url).search, text),
  }
  const response = await runSafely(services, operation, asked, run)
  if (operation.method !== 'GET') await services.pages.settle()
  return new Response(response.body || null, { status: response.status, headers: { ...response.headers, ...headers } })
}

type Asked = Parameters<typeof runOnce>[1] | false

/** Changes run in one transaction with what makes them repeatable. */
function runSafely(
  services: Services,
  operation: Operation,
  asked: Asked,
  run: (used: Services) => Promise<ApiResponse>,
) {
  if (operation.method === 'GET') return run(services)
  if (operation.runsOutsideTransaction) return asked ? runOnce(services, asked, () => run(services)) : run(services)
  const inTransaction = (tx: Db) => run({ ...services, database: { ...services.database, db: tx } })
  return asked ? runOnceInTransaction(services, asked, inTransaction) : services.database.db.transaction(inTransaction)
}

async function runOperation(
  services: Services,
  { agent }: ApiCaller,
  operation: Operation,
  input: ApiInput,
  ifMatch: string | undefined,
): Promise<ApiResponse> {
  const { result, etag } = await operation.handle({ services, agent, ifMatch }, input)
  const headers: Record<string, string> = {}
  if (result === undefined) return { status: operation.status, headers, body: '' }
  headers['content-type'] = 'application/json'
  if (etag !== undefined) headers.etag = `"${etag}"`
  return { status: operation.status, headers, body: JSON.stringify(result) }
}

const BEARER = /^bearer +(\S+)$/i

async function requireCaller({ database: { db }, limits }: Services, request: Request) {
  const [, token] = BEARER.exec(request.headers.get('authorization') ?? '') ?? []
  const caller = token && (await findApiCaller(db, token))
  if (caller) return caller
  await limits.spendByAddress(REFUSED_LIMIT, currentRequest().clientIp)
  throw new AppError('InvalidKey', 401, 'Please send a valid API key as “Authorization: Bearer …”.')
}

async function spendLimit({ limits }: Services, { keyId }: ApiCaller, headers: Record<string, string>) {
  headers['ratelimit-policy'] = `"default";q=${API_LIMIT.points};w=${API_LIMIT.seconds}`
  const { remaining, resetSeconds } = await limits.spend(API_LIMIT, keyId)
  headers.ratelimit = limitHeader(remaining, resetSeconds)
}

const limitHeader = (remaining: number, resetSeconds: number) => `"default";r=${remaining};t=${resetSeconds}`

const routes = operations.map((operation) => ({ operation, pattern: pathPattern(operation.path) }))

/** `{id}` matches one part of the path. */
function pathPattern(path: string) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return { names, match: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`) }
}

function findOperation(method: string, path: string, headers: Record<string, string>) {
  const there = routes.flatMap(({ operation, pattern: { names, match } }) => {
    const values = match.exec(path)
    return values
      ? [{ operation, params: Object.fromEntries(names.map((name, at) => [name, values[at + 1] ?? ''])) }]
      : []
  })
  const found = there.find(({ operation }) => operation.method === method)
  if (found) return found
  if (there.length === 0) throw notFound()
  headers.allow = there.map(({ operation }) => operation.method).join(', ')
  throw methodNotAllowed(`This address accepts ${headers.allow}.`)
}

function requireAllowed({ agent, scopes }: ApiCaller, { scope, needsSubscription }: Operation) {
  if (!scopes.includes(scope)) throw forbidden(`This key doesn’t have the scope ${scope}.`)
  if (needsSubscription && !agent.subscriptionActive) throw agencyInactive()
}

const UNSTORABLE = 'Contains characters that can’t be stored'

async function readInput(request: Request, operation: Operation) {
  const query = readQuery(new URL(request.url), operation)
  const text = operation.body ? await readBody(request) : ''
  const body: unknown = operation.body ? parseJson(text || '{}', { maxValues: MAX_BODY_VALUES }) : undefined
  const oddParameter = findInvalidText(query)
  if (oddParameter) throw invalidParameters({ [oddParameter]: UNSTORABLE })
  const oddField = findInvalidText(body)
  if (oddField) throw invalidInput({ [oddField]: UNSTORABLE })
  return { query, body, text }
}

/** Each parameter once. */
function readQuery({ searchParams }: URL, { query }: Operation) {
  const given = Object.fromEntries(searchParams)
  const repeated = Object.keys(given).find((name) => searchParams.getAll(name).length > 1)
  if (repeated) throw invalidParameters({ [repeated]: 'Please send this once' })
  const [unexpected] = query ? [] : Object.keys(given)
  if (unexpected) throw invalidParameters({ [unexpected]: 'Not expected here' })
  return given
}

/** A program that has nothing to say may leave the body out. */
async function readBody(request: Request) {
  if (!request.body) return ''
  if (!request.headers.get('content-type')?.includes('application/json')) throw unsupportedType('Please send JSON.')
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  return limitRequestBody(request, MAX_BODY_BYTES, { createError: tooLarge }).text()
}

/** The tag in `If-Match`, as the last response had it in `ETag`. What is no such tag matches nothing. */
function readIfMatch(request: Request, { ifMatch }: Operation) {
  const sent = ifMatch && request.headers.get('if-match')?.trim()
  const [, tag] = /^"([\w-]{1,40})"$/.exec(sent ?? '') ?? []
  if (ifMatch === 'required' && !tag)
    throw new AppError('VersionMissing', 428, 'Please send If-Match with the ETag of the version that you have read.')
  return sent && sent !== '*' ? (tag ?? '') : undefined
}

function problem({ env }: Services, error: AppError, headers: Record<string, string>) {
  if (error.status === 429 && 'ratelimit-policy' in headers) headers.ratelimit = limitHeader(0, error.retryAfter ?? 0)
  return problemResponse(env.APP_URL, error, headers)
}

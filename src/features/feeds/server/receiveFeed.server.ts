import { createHash } from 'node:crypto'
import { findApiCaller } from '#features/api/server/apiKeys.server.ts'
import { problemResponse } from '#features/api/server/problems.server.ts'
import { requirePermission } from '#platform/auth/permissions.ts'
import { findAgentByCookies } from '#platform/auth/sessionCookie.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import {
  AppError,
  agencyInactive,
  forbidden,
  invalidInput,
  methodNotAllowed,
  notSignedIn,
  tooLarge,
  unsupportedType,
} from '#platform/errors.ts'
import { currentRequest } from '#platform/http/currentRequest.server.ts'
import { explainError } from '#platform/http/explainError.server.ts'
import { errorResponse, withRequestContext } from '#platform/http/handleRequest.server.ts'
import { isSameOrigin } from '#platform/http/securityHeaders.server.ts'
import { countTransfer } from '#platform/limits/concurrentTransfers.server.ts'
import type { Limit } from '#platform/limits/rateLimits.server.ts'
import type { Services } from '#platform/services.server.ts'
import { newStorageKey } from '#platform/storage/storageKeys.server.ts'
import { FEED_PATH, FEED_UPLOAD_PATH } from '../feeds.schema.ts'
import { MAX_FEED_BYTES } from '../media/feedTasks.ts'
import { requireFeedRoom, startFeedRun } from './feedRuns.server.ts'

/** For each agency. CRMs send a file for each change of a listing. */
const FEED_LIMIT: Limit = { name: 'feed', points: 600, seconds: 3600 }
/** For each address, of requests without a valid key. */
const REFUSED_LIMIT: Limit = { name: 'feed_refused', points: 60, seconds: 60 }

const MAX_NAME_LENGTH = 200
const TYPES = [
  'application/xml',
  'text/xml',
  'application/zip',
  'application/x-zip-compressed',
  'application/octet-stream',
]

/** Takes the files of CRMs and those uploaded in the portal. Runs before TanStack Start, because it streams up to 200 MB to the storage. */
export function respondToFeed(services: Services, request: Request): Promise<Response> | undefined {
  const { pathname } = new URL(request.url)
  if (pathname !== FEED_PATH && pathname !== FEED_UPLOAD_PATH) return undefined
  return withRequestContext(services, request, async () => {
    try {
      if (request.method !== 'POST') throw methodNotAllowed('This address accepts POST.')
      const sender =
        pathname === FEED_PATH ? await requireKey(services, request) : await requireUploader(services, request)
      await services.limits.spend(FEED_LIMIT, sender.agent.agencyId)
      // Before the body is read, and again once its size is known.
      await requireFeedRoom(services.database.db, sender.agent.agencyId, 0)
      countTransfer()
      const received = await storeBody(services, request)
      const run = await startFeedRun(services, sender.agent, { ...received, apiKeyId: sender.keyId }).catch(
        async (error: unknown) => {
          if (error instanceof AppError) await services.storage.remove(received.path)
          throw error
        },
      )
      return Response.json({ id: run.id, state: run.state }, { status: 202 })
    } catch (error) {
      const explained = explainError(services.log, error)
      return pathname === FEED_PATH
        ? problemResponse(services.env.APP_URL, explained)
        : errorResponse(explained, request)
    }
  })
}

interface Sender {
  agent: Agent
  keyId?: string
}

async function requireKey({ database: { db }, limits }: Services, request: Request): Promise<Sender> {
  const [, token] = /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  const caller = token && (await findApiCaller(db, token))
  if (!caller) {
    await limits.spendByAddress(REFUSED_LIMIT, currentRequest().clientIp)
    throw new AppError('InvalidKey', 401, 'Please send a valid API key as “Authorization: Bearer …”.')
  }
  if (!caller.scopes.includes('feeds:write')) throw forbidden('This key doesn’t have the scope feeds:write.')
  if (!caller.agent.subscriptionActive) throw agencyInactive()
  return caller
}

async function requireUploader({ database: { db }, env }: Services, request: Request): Promise<Sender> {
  const found = await findAgentByCookies(db, request.headers.get('cookie') ?? '')
  if (!found) throw notSignedIn()
  if (!isSameOrigin(request, env.APP_URL)) throw forbidden('Files are uploaded from our own pages.')
  requirePermission(found.agent, 'manageConnections')
  if (!found.agent.subscriptionActive) throw agencyInactive()
  return found
}

async function storeBody({ storage }: Services, request: Request) {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!TYPES.includes(type)) throw unsupportedType('Please send an XML file or a zip.')
  if (Number(request.headers.get('content-length') ?? 0) > MAX_FEED_BYTES) throw feedTooLarge()
  const { body } = request
  if (!body) throw emptyFile()
  const hash = createHash('sha256')
  let size = 0
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > MAX_FEED_BYTES) throw feedTooLarge()
      hash.update(chunk)
      yield chunk
    }
  }
  const path = newStorageKey('feeds')
  try {
    await storage.write(path, counted(body), type)
    if (size === 0) throw emptyFile()
  } catch (error) {
    await storage.remove(path)
    throw error
  }
  const name = readName(request) || (type.includes('zip') ? 'listings.zip' : 'listings.xml')
  return { path, name, size, sha256: hash.digest('hex') }
}

/** Shown in the list of files, and used for nothing else. */
const readName = (request: Request) =>
  (new URL(request.url).searchParams.get('name') ?? '')
    .replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '')
    .slice(0, MAX_NAME_LENGTH)

const feedTooLarge = () =>
  new AppError(tooLarge().name, 413, 'This file is larger than 200 MB. Send it in several parts.')
const emptyFile = () => invalidInput({}, 'This file is empty.')

import { createHash } from 'node:crypto'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { repeatableRequest } from '#db/schema/apiKeys.ts'
import { AppError } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { createSeal } from '#platform/secrets/seal.server.ts'
import type { Services } from '#platform/services.server.ts'
import { invalidParameters } from './operation.server.ts'

/** For how long a request can be repeated. */
const REPEATABLE_HOURS = 24
/** A request that has not finished by then has died with its process. */
const ABANDONED_AFTER = '2 minutes'

const MAX_KEY_LENGTH = 255

export interface ApiResponse {
  status: number
  headers: Record<string, string>
  /** JSON. Empty without a result. */
  body: string
}

interface RepeatableRequest {
  keyId: string
  key: string
  requestHash: string
}

const StoredBody = z.string()
const sealFor = ({ APP_SECRET }: Services['env']) => createSeal(APP_SECRET, 'api response')

/** What the program calls this request, if it may send it again. */
export function readRepeatKey(request: Request) {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > MAX_KEY_LENGTH)
    throw invalidParameters({ 'Idempotency-Key': 'Please send 1 to 255 printable ASCII characters' })
  return key
}

export const hashRequest = (...parts: string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * Runs a request once, in the transaction that stores its response: a second one waits for the first and gets its response, and if the
 * first one fails, nothing of it is left.
 */
export const runOnceInTransaction = (
  { database: { db }, env }: Services,
  asked: RepeatableRequest,
  run: (tx: Db) => Promise<ApiResponse>,
) =>
  db.transaction(async (tx) => {
    if (!(await begin(tx, asked))) return readStored(tx, env, asked)
    const response = await run(tx)
    await store(tx, env, asked, response)
    return response
  })

/** For requests that wait for storage: a second one that comes meanwhile is refused. */
export async function runOnce(
  { database: { db }, env }: Services,
  asked: RepeatableRequest,
  run: () => Promise<ApiResponse>,
) {
  if (!(await begin(db, asked)) && !(await takeOver(db, asked))) return readStored(db, env, asked)
  try {
    const response = await run()
    await store(db, env, asked, response)
    return response
  } catch (error) {
    await db.delete(repeatableRequest).where(and(isAsked(asked), isNull(repeatableRequest.status)))
    throw error
  }
}

const isAsked = ({ keyId, key }: RepeatableRequest) =>
  and(eq(repeatableRequest.apiKeyId, keyId), eq(repeatableRequest.key, key))

async function begin(tx: Db, { keyId, key, requestHash }: RepeatableRequest) {
  const [begun] = await tx
    .insert(repeatableRequest)
    .values({ apiKeyId: keyId, key, requestHash })
    .onConflictDoNothing()
    .returning({ key: repeatableRequest.key })
  return begun !== undefined
}

async function takeOver(db: Db, asked: RepeatableRequest) {
  const [taken] = await db
    .update(repeatableRequest)
    .set({ createdAt: sql`now()` })
    .where(
      and(
        isAsked(asked),
        eq(repeatableRequest.requestHash, asked.requestHash),
        isNull(repeatableRequest.status),
        lt(repeatableRequest.createdAt, sql`now() - ${ABANDONED_AFTER}::interval`),
      ),
    )
    .returning({ key: repeatableRequest.key })
  return taken !== undefined
}

async function store(tx: Db, env: Services['env'], asked: RepeatableRequest, { status, headers, body }: ApiResponse) {
  await tx
    .update(repeatableRequest)
    .set({ status, headers, body: sealFor(env).close(body) })
    .where(isAsked(asked))
}

async function readStored(tx: Db, env: Services['env'], asked: RepeatableRequest): Promise<ApiResponse> {
  const [stored] = await tx.select().from(repeatableRequest).where(isAsked(asked))
  if (stored && stored.requestHash !== asked.requestHash)
    throw new AppError('KeyReused', 422, 'This Idempotency-Key was used for another request.')
  if (stored?.status == null || stored.body === null)
    throw new AppError('StillRunning', 409, 'The first request with this Idempotency-Key is still running.', {
      retryAfter: 2,
    })
  const headers = { ...stored.headers, 'idempotency-replayed': 'true' }
  return { status: stored.status, headers, body: StoredBody.parse(sealFor(env).open(stored.body)) }
}

const NoData = z.object({})

/** Deletes the responses of requests that can no longer be repeated. */
export const sweepRepeatableRequestsJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'sweep_repeatable_requests',
  data: NoData,
  schedule: '41 2 * * *',
  async work({ database: { db } }) {
    await db
      .delete(repeatableRequest)
      .where(lt(repeatableRequest.createdAt, sql`now() - make_interval(hours => ${REPEATABLE_HOURS})`))
  },
}

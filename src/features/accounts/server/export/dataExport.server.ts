import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, desc, eq, gt, inArray, isNull, lt, ne, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { ago, fromNow, now } from '#db/clock.server.ts'
import { dataExport, user } from '#db/schema/accounts.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { may, requirePermission } from '#platform/auth/permissions.ts'
import { findSignedInAgent } from '#platform/auth/sessionCookie.server.ts'
import type { Agent, User } from '#platform/auth/sessions.server.ts'
import { AppError, notFound, notSignedIn } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { type Services, useServices } from '#platform/services.server.ts'
import { isStorageUnavailable } from '#platform/storage/storage.ts'
import { newStorageKey } from '#platform/storage/storageKeys.server.ts'
import { DAY_MS } from '#values/time.ts'
import { agencyExportReadyEmail, exportReadyEmail } from '../../accounts.emails.tsx'
import { unsubscribeUrl } from '../emailChoice.server.ts'
import { wantsEmail } from '../settings.server.ts'
import { writeExport } from './writeExport.server.ts'

const EXPORT_DAYS = 3
const DOWNLOAD_URL_MS = 5 * 60_000
/** Longer than all attempts of the job together. An export waits this long for a full disk, too. */
const MAX_DURATION_MS = 4 * 3600 * 1000
const RETRY_DELAY_SECONDS = 60

const ExportJobData = z.strictObject({ id: z.string() })

/** Of the agent's own data, or of everything in the agency in which they work. */
type ExportKind = 'account' | 'agency'

const agencyOf = (agent: Agent, kind: ExportKind) => (kind === 'agency' ? agent.agencyId : null)
const isKind = (agent: Agent, kind: ExportKind) =>
  kind === 'agency' ? eq(dataExport.agencyId, agent.agencyId) : isNull(dataExport.agencyId)

/** One at a time for each agent and kind: a request while another export is running is refused. */
export async function requestExport({ database: { db }, jobs }: Services, agent: Agent, kind: ExportKind = 'account') {
  if (kind === 'agency') requirePermission(agent, 'exportAgency')
  return db.transaction(async (tx) => {
    await tx.select({ id: user.id }).from(user).where(eq(user.id, agent.id)).for('update')
    const [running] = await tx
      .select({ id: dataExport.id })
      .from(dataExport)
      .where(
        and(eq(dataExport.userId, agent.id), isKind(agent, kind), inArray(dataExport.state, ['waiting', 'running'])),
      )
    if (running) throw new AppError('ExportRunning', 409, 'We’re already preparing your export.')
    const id = randomUUID()
    await tx.insert(dataExport).values({ id, userId: agent.id, agencyId: agencyOf(agent, kind) })
    if (kind === 'agency') await writeAudit(tx, agent, 'agency_export_requested', {})
    else await writeAudit(tx, { id: agent.id }, 'export_requested', {})
    await jobs.enqueue(tx, makeExportJob, { id })
    return { id }
  })
}

export async function readLatestExport(db: Db, agent: Agent, kind: ExportKind = 'account') {
  if (kind === 'agency') requirePermission(agent, 'exportAgency')
  const [latest] = await db
    .select()
    .from(dataExport)
    .where(
      and(
        eq(dataExport.userId, agent.id),
        isKind(agent, kind),
        or(isNull(dataExport.expiresAt), gt(dataExport.expiresAt, now)),
      ),
    )
    .orderBy(desc(dataExport.createdAt))
    .limit(1)
  if (!latest) return null
  const { id, state, progress, sizeBytes, createdAt, finishedAt, expiresAt } = latest
  return { id, state, progress, size: sizeBytes, createdAt, finishedAt, expiresAt }
}

/** A signed URL, valid for a few minutes, of one of the agent's finished exports. One of an agency is for its owners alone. */
export async function findExport({ database: { db }, storage }: Services, agent: Agent, id: string) {
  const [found] = await db
    .select({ path: dataExport.path, agencyId: dataExport.agencyId })
    .from(dataExport)
    .where(
      and(
        eq(dataExport.id, id),
        eq(dataExport.userId, agent.id),
        may(agent, 'exportAgency')
          ? or(isNull(dataExport.agencyId), eq(dataExport.agencyId, agent.agencyId))
          : isNull(dataExport.agencyId),
        eq(dataExport.state, 'ready'),
        gt(dataExport.expiresAt, now),
      ),
    )
  if (!found?.path || !(await storage.stat(found.path))) throw notFound()
  const url = await storage.downloadUrl({
    key: found.path,
    name: found.agencyId ? 'property-files-agency-export.zip' : 'property-files-export.zip',
    contentType: 'application/zip',
    disposition: 'attachment',
    expiresAt: new Date(Date.now() + DOWNLOAD_URL_MS),
  })
  return { url, isOfAgency: found.agencyId !== null }
}

export const makeExportJob: Job<z.infer<typeof ExportJobData>, Services> = {
  name: 'make_export',
  data: ExportJobData,
  queue: { retryLimit: 2, expireInSeconds: 3600 },
  async work(services, { id }) {
    const { db } = services.database
    const requested = await findRequest(db, id)
    if (!requested) return
    const { agent, agencyId } = requested
    const path = newStorageKey('exports')
    await beginAttempt(services, id, path)
    try {
      const size = await writeExport(services, agencyId ? { agencyId } : { agent }, path, (progress) =>
        reportProgress(db, id, path, progress),
      )
      await finishAttempt(services, requested, { id, path, size })
    } catch (error) {
      await discardAttempt(services, path)
      if (error instanceof BuyerErasedError) return void (await restartExport(services, id))
      if (isStorageUnavailable(error) && (await retryLater(services, id, error))) return
      await db.update(dataExport).set({ state: 'failed', finishedAt: now, path: null }).where(isAttempt(id, path))
      throw error
    }
  },
}

/** A buyer was erased while this attempt was reading: what it has written may still contain their details. */
class BuyerErasedError extends Error {
  override name = 'OvertakenByErasure'
}

const isAttempt = (id: string, path: string) => and(eq(dataExport.id, id), eq(dataExport.path, path))

async function findRequest(db: Db, id: string) {
  const [found] = await db
    .select({ agent: user, agencyId: dataExport.agencyId })
    .from(dataExport)
    .innerJoin(user, eq(user.id, dataExport.userId))
    .where(and(eq(dataExport.id, id), ne(dataExport.state, 'ready')))
  return found
}

/** The key is stored before any bytes are written, so that the sweep does not delete them as orphans. Ends any earlier attempt. */
async function beginAttempt(services: Services, id: string, path: string) {
  const before = await services.database.db.transaction(async (tx) => {
    const [row] = await tx.select({ path: dataExport.path }).from(dataExport).where(eq(dataExport.id, id)).for('update')
    await tx.update(dataExport).set({ state: 'running', progress: 0, path }).where(eq(dataExport.id, id))
    return row?.path
  })
  if (before) await discardAttempt(services, before)
}

/** If the storage does not respond, the daily sweep deletes the bytes as orphans. */
const discardAttempt = ({ storage, log }: Services, path: string) =>
  storage
    .remove(path)
    .catch((err) => log.error({ err, job: makeExportJob.name }, 'an unfinished export could not be removed'))

async function reportProgress(db: Db, id: string, path: string, progress: number) {
  const going = await db
    .update(dataExport)
    .set({ progress })
    .where(isAttempt(id, path))
    .returning({ id: dataExport.id })
  if (going.length === 0) throw new BuyerErasedError()
}

/** Marks the export as ready, unless a buyer was erased meanwhile: both update the same row, so one of them notices the other. */
function finishAttempt(
  { database: { db }, mailer, env }: Services,
  { agent, agencyId }: { agent: User; agencyId: string | null },
  { id, path, size }: { id: string; path: string; size: number },
) {
  return db.transaction(async (tx) => {
    const finished = { state: 'ready' as const, progress: 100, sizeBytes: size, finishedAt: now }
    const [ready] = await tx
      .update(dataExport)
      .set({ ...finished, expiresAt: fromNow(EXPORT_DAYS * DAY_MS) })
      .where(isAttempt(id, path))
      .returning({ id: dataExport.id })
    if (!ready) throw new BuyerErasedError()
    if (await wantsEmail(tx, agent.id, 'export_ready'))
      await mailer.post(tx, {
        to: agent.email,
        unsubscribeUrl: unsubscribeUrl(env, agent.id, 'export_ready'),
        ...(agencyId ? agencyExportReadyEmail(env.APP_URL, EXPORT_DAYS) : exportReadyEmail(env.APP_URL, EXPORT_DAYS)),
      })
  })
}

/** Does nothing if another attempt has taken over, or the account is gone. */
const restartExport = ({ database: { db }, jobs }: Services, id: string) =>
  db.transaction(async (tx) => {
    const [waiting] = await tx
      .update(dataExport)
      .set({ state: 'waiting', progress: 0 })
      .where(and(eq(dataExport.id, id), isNull(dataExport.path), inArray(dataExport.state, ['waiting', 'running'])))
      .returning({ id: dataExport.id })
    if (waiting) await jobs.enqueue(tx, makeExportJob, { id })
  })

/** The storage is at fault, so the export is tried again, unless the agent has waited too long already. */
function retryLater({ database: { db }, jobs, log }: Services, id: string, err: unknown) {
  log.error({ err, job: makeExportJob.name }, 'storage unavailable')
  return db.transaction(async (tx) => {
    const [waiting] = await tx
      .update(dataExport)
      .set({ state: 'waiting', progress: 0, path: null })
      .where(and(eq(dataExport.id, id), gt(dataExport.createdAt, ago(MAX_DURATION_MS))))
      .returning()
    if (waiting) await jobs.enqueue(tx, makeExportJob, { id }, { startAfter: RETRY_DELAY_SECONDS })
    return waiting !== undefined
  })
}

const NoData = z.object({})

/** Exports are personal data: none is kept for longer than the agent was told. */
export const sweepExportsJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'sweep_exports',
  data: NoData,
  schedule: '41 * * * *',
  async work({ database: { db }, env, storage }) {
    // Its process has died. Without this, the agent could never request another export.
    await db
      .update(dataExport)
      .set({ state: 'failed', finishedAt: now, path: null })
      .where(and(inArray(dataExport.state, ['waiting', 'running']), lt(dataExport.createdAt, ago(MAX_DURATION_MS))))
    const old = await db
      .select({ id: dataExport.id, path: dataExport.path })
      .from(dataExport)
      .where(lt(dataExport.expiresAt, now))
    for (const { id, path } of old) {
      if (path) await storage.remove(path)
      await db.delete(dataExport).where(eq(dataExport.id, id))
    }
    // Earlier versions wrote exports to the local disk.
    await rm(join(env.DATA_DIR, 'exports'), { recursive: true, force: true })
  },
}

/** Redirects to the storage, which can resume an interrupted download. */
export async function serveExport(id: string) {
  const services = useServices()
  const visitor = await findSignedInAgent()
  if (!visitor) throw notSignedIn()
  const { agent } = visitor
  const { url: location, isOfAgency } = await findExport(services, agent, id)
  // The page asks for the proof before it follows the link.
  if (!visitor.isProven) return redirectTo(isOfAgency ? '/portal/agency/data' : '/portal/settings#data')
  if (isOfAgency) await writeAudit(services.database.db, agent, 'downloaded', { what: 'agency' })
  else await writeAudit(services.database.db, { id: agent.id }, 'downloaded', { what: 'everything' })
  return redirectTo(location)
}

const redirectTo = (location: string) =>
  new Response(null, { status: 302, headers: { location, 'cache-control': 'private, no-store' } })

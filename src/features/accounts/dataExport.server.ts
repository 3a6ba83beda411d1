import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, inArray, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { ago, fromNow, now } from '#db/clock.server.ts'
import { dataExport } from '#db/schema/dataExport.ts'
import { user } from '#db/schema/user.ts'
import { writeAudit } from '#platform/audit/writeAudit.server.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Job } from '#platform/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { isStorageTrouble } from '#platform/storage/errors.ts'
import { exportReadyMail } from './accounts.emails.tsx'
import { exportPath, removeExport, writeExport } from './exportFile.server.ts'
import { wants } from './mailPreferences.server.ts'

export const EXPORT_DAYS = 7
const DAY = 24 * 3600 * 1000
/** Longer than all tries of the job together. A disk without room is waited for as long. */
const LONGEST = 4 * 3600 * 1000
/** In seconds, for whatever waits for room. */
const NEXT_TRY = 60

const Which = z.strictObject({ id: z.string() })

/** One at a time for each agent: asking again while one is being made is refused. */
export async function requestExport({ database: { db }, jobs }: Services, agent: Agent) {
  return db.transaction(async (tx) => {
    await tx.select({ id: user.id }).from(user).where(eq(user.id, agent.id)).for('update')
    const [running] = await tx
      .select({ id: dataExport.id })
      .from(dataExport)
      .where(and(eq(dataExport.userId, agent.id), inArray(dataExport.state, ['waiting', 'running'])))
    if (running) throw new AppError('ExportRunning', 409, 'Your export is being made already.')
    const id = randomUUID()
    await tx.insert(dataExport).values({ id, userId: agent.id })
    await writeAudit(tx, agent.id, 'export_requested', {})
    await jobs.enqueue(tx, makeExport, { id })
    return { id }
  })
}

export async function readLatestExport(db: Db, agent: Agent) {
  const [latest] = await db
    .select()
    .from(dataExport)
    .where(eq(dataExport.userId, agent.id))
    .orderBy(desc(dataExport.createdAt))
    .limit(1)
  if (!latest) return null
  const { userId: _owner, ...visible } = latest
  return visible
}

/** Where a finished export of this agent lies. */
export async function findExport({ database: { db }, env }: Services, agent: Agent, id: string) {
  const [found] = await db
    .select()
    .from(dataExport)
    .where(and(eq(dataExport.id, id), eq(dataExport.userId, agent.id)))
  if (found?.state !== 'ready' || !found.expiresAt || found.expiresAt < new Date()) throw notFound()
  return { path: exportPath(env.DATA_DIR, found.id), size: found.size ?? 0 }
}

export const makeExport: Job<z.infer<typeof Which>, Services> = {
  name: 'make_export',
  data: Which,
  queue: { retryLimit: 2, expireInSeconds: 3600 },
  async work(services, { id }) {
    const {
      database: { db },
      mailer,
      env,
    } = services
    const [row] = await db
      .update(dataExport)
      .set({ state: 'running', progress: 0 })
      .where(eq(dataExport.id, id))
      .returning()
    const [agent] = row ? await db.select().from(user).where(eq(user.id, row.userId)) : []
    if (!agent) return
    try {
      const size = await writeExport(services, agent, id, (progress) =>
        db.update(dataExport).set({ progress }).where(eq(dataExport.id, id)),
      )
      await db.transaction(async (tx) => {
        const finished = {
          state: 'ready' as const,
          progress: 100,
          size,
          finishedAt: now,
          expiresAt: fromNow(EXPORT_DAYS * DAY),
        }
        await tx.update(dataExport).set(finished).where(eq(dataExport.id, id))
        if (await wants(tx, agent.id, 'export_ready'))
          await mailer.post(tx, { to: agent.email, ...exportReadyMail(env.APP_URL, EXPORT_DAYS) })
      })
    } catch (error) {
      if (isStorageTrouble(error) && (await waitForRoom(services, id, error))) return
      await db.update(dataExport).set({ state: 'failed', finishedAt: now }).where(eq(dataExport.id, id))
      throw error
    }
  },
}

/** No fault of the export: another try comes by itself, unless the agent has waited too long already. */
function waitForRoom({ database: { db }, jobs, log }: Services, id: string, err: unknown) {
  log.error({ err, job: makeExport.name }, 'storage unavailable')
  return db.transaction(async (tx) => {
    const [waiting] = await tx
      .update(dataExport)
      .set({ state: 'waiting', progress: 0 })
      .where(and(eq(dataExport.id, id), gt(dataExport.createdAt, ago(LONGEST))))
      .returning()
    if (waiting) await jobs.enqueue(tx, makeExport, { id }, { startAfter: NEXT_TRY })
    return waiting !== undefined
  })
}

const Nothing = z.object({})

/** Old exports are personal data lying about. */
export const sweepExports: Job<z.infer<typeof Nothing>, Services> = {
  name: 'sweep_exports',
  data: Nothing,
  schedule: '41 * * * *',
  async work({ database: { db }, env }) {
    // Whoever made it was stopped for good; otherwise it would stay in the way of the next one.
    await db
      .update(dataExport)
      .set({ state: 'failed', finishedAt: now })
      .where(and(inArray(dataExport.state, ['waiting', 'running']), lt(dataExport.createdAt, ago(LONGEST))))
    const old = await db.select({ id: dataExport.id }).from(dataExport).where(lt(dataExport.expiresAt, now))
    for (const { id } of old) {
      await removeExport(env.DATA_DIR, id)
      await db.delete(dataExport).where(eq(dataExport.id, id))
    }
  },
}

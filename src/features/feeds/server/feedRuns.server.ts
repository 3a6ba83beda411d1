import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { ago } from '#db/clock.server.ts'
import { profile } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { feedRun } from '#db/schema/feeds.ts'
import { copyWholeFileToDisk } from '#features/files/server/copyToLocalDisk.server.ts'
import { requirePermission } from '#platform/auth/permissions.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { type Job, PermanentJobError } from '#platform/jobs/jobs.server.ts'
import { MediaError } from '#platform/media/mediaError.ts'
import { withTemporaryFolder } from '#platform/process/temporaryFolders.server.ts'
import type { Services } from '#platform/services.server.ts'
import { formatBytes } from '#ui/format/format.ts'
import { DAY_MS, DEFAULT_TIME_ZONE, HOUR_MS } from '#values/time.ts'
import { FeedListing } from '../feedListing.ts'
import { type FeedReport, type FeedRun, feedActions } from '../feeds.schema.ts'
import { LISTINGS_FILE, readFeedTask } from '../media/feedTasks.ts'
import type { WantedPhoto } from './compareFeedPhotos.server.ts'
import { fetchFeedPhotosJob, storePhotosFromZip } from './feedPhotos.server.ts'
import { findImporter, importListing } from './importListing.server.ts'
import { lockAgencyForFeed, notifyOfFeedRun } from './notifyOfFeedRun.server.ts'

const MAX_RUNS_SHOWN = 20
/** Of listings with something to say. The counts are of all. */
const MAX_REPORTED_LISTINGS = 2_000
/** For files that nobody has confirmed, and for reports. */
const KEEP_RUNS_MS = 90 * DAY_MS
const KEEP_UNCONFIRMED_MS = 14 * DAY_MS

/** Of one agency. */
const MAX_UNCONFIRMED_RUNS = 20
const MAX_WAITING_BYTES = 1_000_000_000
/** Longer than any import takes without a heartbeat. */
const LOST_AFTER_MS = HOUR_MS
const UNFINISHED = 'We couldn’t finish this import. Please send the file again: what’s imported already stays as it is.'

const ImportFeedData = z.strictObject({ runId: z.string() })

/** Reads a file, and shows or does what it says, depending on the state of its run. May be repeated. */
export const importFeedJob: Job<z.infer<typeof ImportFeedData>, Services> = {
  name: 'import_feed',
  data: ImportFeedData,
  // A killed process is noticed by its missing heartbeat.
  queue: { retryLimit: 20, retryDelay: 2, expireInSeconds: 3600, heartbeatSeconds: 15 },
  async work(services, { runId }, { isLastAttempt }) {
    const { db } = services.database
    const [run] = await db.select().from(feedRun).where(eq(feedRun.id, runId))
    if (!run?.path || !['waiting', 'running'].includes(run.state)) return
    try {
      await importFile(services, run, run.path)
    } catch (error) {
      const isUnusable = error instanceof MediaError && !error.retryable
      if (isUnusable || isLastAttempt)
        await finishRun(services, run, 'failed', { ...emptyReport(), failure: isUnusable ? error.message : UNFINISHED })
      throw isUnusable ? new PermanentJobError(error.message) : error
    }
  },
}

/** Hourly: files that nobody confirmed, old reports, and imports whose last attempt was killed. */
export const sweepFeedRunsJob: Job<Record<string, never>, Services> = {
  name: 'sweep_feed_runs',
  data: z.strictObject({}),
  schedule: '41 * * * *',
  async work(services) {
    const { database, storage } = services
    const { db } = database
    const old = await db
      .delete(feedRun)
      .where(
        or(
          lt(feedRun.createdAt, ago(KEEP_RUNS_MS)),
          and(inArray(feedRun.state, ['waiting', 'previewed']), lt(feedRun.createdAt, ago(KEEP_UNCONFIRMED_MS))),
        ),
      )
      .returning({ path: feedRun.path })
    for (const { path } of old) if (path) await storage.remove(path)
    const lost = await db
      .select()
      .from(feedRun)
      .where(
        and(
          inArray(feedRun.state, ['waiting', 'running']),
          lt(sql`coalesce(${feedRun.startedAt}, ${feedRun.createdAt})`, ago(LOST_AFTER_MS)),
          sql`not exists (
            select from pgboss.job where name = ${importFeedJob.name} and data->>'runId' = ${feedRun.id}
            and state in ('created', 'retry', 'active'))`,
        ),
      )
    for (const run of lost) await finishRun(services, run, 'failed', { ...emptyReport(), failure: UNFINISHED })
  },
}

type Run = typeof feedRun.$inferSelect

const emptyReport = (): FeedReport => ({
  counts: Object.fromEntries(feedActions.map((action) => [action, 0])) as FeedReport['counts'],
  listings: [],
  skipped: [],
  photoProblems: [],
})

async function importFile(services: Services, run: Run, key: string) {
  const { database, media, storage, env } = services
  const isPreview = run.state === 'waiting'
  const agent = await findImporter(database.db, run)
  if (!agent)
    return finishRun(services, run, 'failed', {
      ...emptyReport(),
      failure: 'The member who sent this file can no longer manage connections. An owner or manager can send it again.',
    })
  const startedAt = await beginRun(database.db, run)
  const timeZone = await readTimeZone(database.db, agent)
  await withTemporaryFolder(env.DATA_DIR, async (folder) => {
    const path = join(folder, 'feed')
    await copyWholeFileToDisk(storage, key, run.size, path)
    const contents = await media.run(readFeedTask, { path, folder }, agent.id)
    const report: FeedReport = { ...emptyReport(), skipped: contents.skipped }
    const photos: WantedPhoto[] = []
    for await (const line of readLines(join(folder, LISTINGS_FILE))) {
      const done = await importListing(
        services,
        { agent, timeZone, startedAt, isPreview },
        FeedListing.parse(JSON.parse(line)),
      )
      const { action, kept, keptPhotos, warnings } = done.report
      report.counts[action] += 1
      const isKept = kept.length > 0 || keptPhotos.length > 0
      const hasNews = action !== 'same' || isKept || warnings.length > 0 || done.report.photos > 0
      if (hasNews && report.listings.length < MAX_REPORTED_LISTINGS) report.listings.push(done.report)
      if (!isPreview) photos.push(...done.photos)
    }
    const isInZip = ({ photo }: WantedPhoto) => contents.isZip && photo.file !== null
    const problems = isPreview
      ? []
      : await storePhotosFromZip(services, agent, { path, folder, photos: photos.filter(isInZip) })
    const fetched = photos.filter((one) => !isInZip(one))
    report.photoProblems = [
      ...problems,
      ...fetched.flatMap(({ photo }) => (photo.url ? [] : [`${photo.file}: The photo was not sent with the file.`])),
    ].slice(0, 200)
    await finishRun(services, run, isPreview ? 'previewed' : 'done', report, fetched)
  })
}

/** JSON has line separators of Unicode as they are, and `node:readline` would end a line at them. */
async function* readLines(path: string) {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

async function beginRun(db: Db, run: Run) {
  if (run.startedAt && run.state === 'running') return run.startedAt
  const startedAt = new Date()
  await db.update(feedRun).set({ startedAt }).where(eq(feedRun.id, run.id))
  return startedAt
}

async function readTimeZone(db: Db, { id }: Agent) {
  const [settings] = await db.select({ timeZone: profile.timeZone }).from(profile).where(eq(profile.userId, id))
  return settings?.timeZone ?? DEFAULT_TIME_ZONE
}

/**
 * The report, the photos still to fetch and who is told are stored together, unless another attempt was faster. The file is not needed after that,
 * except after a preview.
 */
async function finishRun(
  services: Services,
  run: Run,
  state: 'previewed' | 'done' | 'failed',
  report: FeedReport,
  photos: WantedPhoto[] = [],
) {
  const { database, jobs, storage } = services
  const isFinished = await database.db.transaction(async (tx) => {
    await lockAgencyForFeed(tx, run)
    const path = state === 'previewed' ? run.path : null
    const [finished] = await tx
      .update(feedRun)
      .set({ state, report, path, finishedAt: new Date() })
      .where(and(eq(feedRun.id, run.id), eq(feedRun.state, run.state)))
      .returning({ id: feedRun.id })
    if (!finished) return false
    if (state !== 'done') await notifyOfFeedRun(services, tx, run, state, report)
    const { userId, agencyId } = run
    for (const [listingId, some] of Map.groupBy(photos, (one) => one.listingId)) {
      const fetched = some.flatMap(({ photo: { id, url }, source }) => (url ? [{ id, url, source }] : []))
      if (fetched.length > 0)
        await jobs.enqueue(tx, fetchFeedPhotosJob, { runId: run.id, userId, agencyId, listingId, photos: fetched })
    }
    return true
  })
  if (isFinished && state !== 'previewed' && run.path) await storage.remove(run.path)
}

interface ReceivedFile {
  path: string
  name: string
  size: number
  sha256: string
  /** Missing for an upload in the portal. */
  apiKeyId?: string
}

/** Refuses a file where too many wait already. Another of the agency waits for the end of the transaction. */
export async function requireFeedRoom(tx: Db, agencyId: string, size: number) {
  await tx.select({ id: agency.id }).from(agency).where(eq(agency.id, agencyId)).for('no key update')
  const [kept] = await tx
    .select({
      unconfirmed: sql<number>`(count(*) filter (where ${feedRun.state} <> 'running'))::int`,
      bytes: sql<number>`coalesce(sum(${feedRun.size}), 0)::float`,
    })
    .from(feedRun)
    .where(and(eq(feedRun.agencyId, agencyId), inArray(feedRun.state, ['waiting', 'previewed', 'running'])))
  if (kept && kept.unconfirmed >= MAX_UNCONFIRMED_RUNS)
    throw conflict(
      `${MAX_UNCONFIRMED_RUNS} files are waiting for your agency’s review already. Import or discard them, then send this one again.`,
    )
  if (kept && kept.bytes + size > MAX_WAITING_BYTES)
    throw conflict(
      `Files of ${formatBytes(MAX_WAITING_BYTES)} are waiting to be imported already. Import or discard them, then send this one again.`,
    )
}

/** A file of a CRM runs at once, unless it is the agency's first: that one is shown first, as every upload is. */
export async function startFeedRun({ database: { db }, jobs }: Services, agent: Agent, received: ReceivedFile) {
  return db.transaction(async (tx) => {
    await requireFeedRoom(tx, agent.agencyId, received.size)
    const isTrusted = received.apiKeyId !== undefined && (await hasConfirmedRun(tx, agent.agencyId))
    const [run] = await tx
      .insert(feedRun)
      .values({ ...received, agencyId: agent.agencyId, userId: agent.id, state: isTrusted ? 'running' : 'waiting' })
      .returning({ id: feedRun.id, state: feedRun.state })
    if (!run) throw new Error('The run was not stored.')
    await jobs.enqueue(tx, importFeedJob, { runId: run.id })
    return run
  })
}

async function hasConfirmedRun(tx: Db, agencyId: string) {
  const [done] = await tx
    .select({ id: feedRun.id })
    .from(feedRun)
    .where(and(eq(feedRun.agencyId, agencyId), eq(feedRun.state, 'done')))
    .limit(1)
  return done !== undefined
}

/** The latest files of the agency. Reports are long: only the newest comes with its own. */
export async function listFeedRuns(db: Db, agent: Agent): Promise<FeedRun[]> {
  requirePermission(agent, 'manageConnections')
  const rows = await db
    .select({
      id: feedRun.id,
      name: feedRun.name,
      size: feedRun.size,
      isPushed: sql<boolean>`${feedRun.apiKeyId} is not null`,
      state: feedRun.state,
      createdAt: feedRun.createdAt,
      finishedAt: feedRun.finishedAt,
      report: sql<FeedReport | null>`${feedRun.report} - 'listings' || '{"listings": []}'`,
    })
    .from(feedRun)
    .where(eq(feedRun.agencyId, agent.agencyId))
    .orderBy(desc(feedRun.createdAt), desc(feedRun.id))
    .limit(MAX_RUNS_SHOWN)
  return rows
}

export async function readFeedRun(db: Db, agent: Agent, id: string): Promise<FeedRun> {
  const run = await requireRun(db, agent, id)
  const { name, size, state, createdAt, finishedAt } = run
  return {
    id,
    name,
    size,
    state,
    createdAt,
    finishedAt,
    isPushed: run.apiKeyId !== null,
    report: run.report as FeedReport | null,
  }
}

async function requireRun(db: Db, agent: Agent, id: string) {
  requirePermission(agent, 'manageConnections')
  const [run] = await db
    .select()
    .from(feedRun)
    .where(and(eq(feedRun.id, id), eq(feedRun.agencyId, agent.agencyId)))
  if (!run) throw notFound()
  return run
}

/** Does what the preview showed, with the listings as they are by then. */
export async function confirmFeedRun({ database: { db }, jobs }: Services, agent: Agent, id: string) {
  await requireRun(db, agent, id)
  await db.transaction(async (tx) => {
    const [confirmed] = await tx
      .update(feedRun)
      // What was planned is not yet done.
      .set({ state: 'running', report: null, startedAt: null, finishedAt: null })
      .where(and(eq(feedRun.id, id), eq(feedRun.state, 'previewed')))
      .returning({ id: feedRun.id })
    if (!confirmed) throw conflict('This file was imported or discarded already.')
    await jobs.enqueue(tx, importFeedJob, { runId: id })
  })
}

export async function discardFeedRun({ database: { db }, storage }: Services, agent: Agent, id: string) {
  await requireRun(db, agent, id)
  const [discarded] = await db
    .delete(feedRun)
    .where(and(eq(feedRun.id, id), inArray(feedRun.state, ['previewed', 'failed'])))
    .returning({ path: feedRun.path })
  if (!discarded) throw conflict('This file was imported or discarded already.')
  if (discarded.path) await storage.remove(discarded.path)
}

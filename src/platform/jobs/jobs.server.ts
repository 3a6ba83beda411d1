import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { fromDrizzle, type JobResult, PgBoss, type Queue, type Job as TakenJob } from 'pg-boss'
import type { z } from 'zod'
import type { Database, Db } from '#db/client.server.ts'
import { type Log, redactText } from '../telemetry/log.server.ts'
import { meters } from '../telemetry/metrics.server.ts'
import { inSpan } from '../telemetry/tracing.server.ts'

interface JobAttempt {
  id: string
  /** Nobody tries again if this one fails. A killed process may end the last one too, without a chance to say so. */
  isLastAttempt?: boolean
}

/** Background work of one kind: its payload, its retry rules, and the work. */
export interface Job<Data extends object, Dependencies> {
  name: string
  data: z.ZodType<Data>
  queue?: Omit<Queue, 'name'>
  /** Runs by itself on this cron expression (UTC), with no data. */
  schedule?: string
  /** How many at once in one process; at least 2. */
  concurrency?: number
  work: (dependencies: Dependencies, data: Data, job: JobAttempt) => Promise<void>
}

/** Thrown by work that can never succeed: the job fails at once, without retries. */
export class PermanentJobError extends Error {
  override name = 'PermanentJobError'
}

/** How often jobs of dead processes are looked for. */
const SUPERVISE_SECONDS = 15
/** How often jobs are looked for that are due and that no notification announced: delayed ones, and those to be tried again. */
const DUE_CHECK_MS = 1_000
/** One query finds the queues with due jobs. If each of forty workers polled instead, an idle application would send twenty queries a second. */
const dueQueues = sql`
  select queue from unnest(${sql.placeholder('queues')}::text[]) as queue
  where exists (select from pgboss.job where name = queue and state < 'active' and not blocked and start_after <= now())`
const KEEP_FINISHED_SECONDS = 7 * 24 * 3600
const defaultQueueOptions = {
  retryLimit: 5,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 300,
  deleteAfterSeconds: KEEP_FINISHED_SECONDS,
  notify: true,
}

function contains(stored: object, settings: object) {
  const values = new Map(Object.entries(stored))
  return Object.entries(settings).every(([name, value]) => values.get(name) === value)
}

type ActiveJob = Pick<TakenJob<unknown>, 'id' | 'data' | 'retryCount'>

export type Jobs = ReturnType<typeof openJobs>

/** A process that runs none only enqueues, and needs no connection that listens for jobs. */
export function openJobs(database: Database, log: Log, { runsJobs = true } = {}) {
  const boss = new PgBoss({
    // One pool for everything, with our limits and our handling of lost connections.
    db: { executeSql: (text, values) => database.pool.query(text, values), listen: database.listen },
    useListenNotify: runsJobs,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  // Some of its errors are plain objects, which the log would not describe.
  boss.on('error', (error) => log.error({ err: Object.assign(new Error(), error) }, 'job queue'))

  const workerIds = new Map<string, string>()
  let dueCheck: NodeJS.Timeout | undefined

  async function wakeWorkersWithDueJobs() {
    try {
      const { rows } = await database.executePrepared('due_queues', dueQueues, { queues: [...workerIds.keys()] })
      for (const { queue } of rows) boss.notifyWorker(workerIds.get(queue) ?? '')
    } catch (err) {
      log.debug({ err }, 'due jobs not checked')
    }
    dueCheck?.refresh()
  }

  return {
    boss,

    /** Prepares the queues; every process that enqueues or works needs them. */
    async start(jobs: Pick<Job<never, never>, 'name' | 'queue' | 'schedule'>[]) {
      await boss.start()
      // Most starts find everything as it should be, and need only these two queries.
      const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()])
      for (const { name, queue, schedule } of jobs) {
        const settings = { ...defaultQueueOptions, ...queue }
        const known = queues.find((stored) => stored.name === name)
        const isReady = known && contains(known, settings)
        if (!known) await boss.createQueue(name, settings)
        else if (!isReady) await boss.updateQueue(name, settings)
        if (schedule && !schedules.some((stored) => stored.name === name && stored.cron === schedule))
          await boss.schedule(name, schedule, {})
        // Caches the queue, if the start has not: otherwise the first `enqueue` inside a transaction would wait for a second
        // connection, and when all connections are in such transactions, forever.
        if (!isReady) await boss.getJobById(name, randomUUID())
      }
    },

    async work<Data extends object, Dependencies>(job: Job<Data, Dependencies>, dependencies: Dependencies) {
      // Marked at once and not with the rest of its batch, so that a killed process leaves few jobs to repeat. If
      // the database is down just then, the batch marks it again.
      const markDone = (taken: ActiveJob) =>
        boss
          .complete(job.name, taken)
          .catch((err) => log.warn({ err, job: job.name, jobId: taken.id }, 'job not marked'))
      const { retryLimit } = { ...defaultQueueOptions, ...job.queue }
      const run = async (taken: ActiveJob): Promise<JobResult> => {
        const finish = meters.jobRuns.startTimer({ queue: job.name })
        try {
          const data = job.data.parse(taken.data ?? {})
          const attempt = { id: taken.id, isLastAttempt: taken.retryCount >= retryLimit }
          await inSpan(`job ${job.name}`, {}, () => job.work(dependencies, data, attempt))
          finish({ outcome: 'done' })
          log.debug({ job: job.name, jobId: taken.id }, 'job done')
        } catch (err) {
          finish({ outcome: 'failed' })
          const status = err instanceof PermanentJobError ? 'deadletter' : 'failed'
          log.warn({ err, job: job.name, jobId: taken.id, status }, 'job failed')
          return {
            id: taken.id,
            status,
            output: { message: err instanceof Error ? redactText(err.message) : String(err) },
          }
        }
        await markDone(taken)
        return { id: taken.id, status: 'completed' }
      }
      const options = {
        batchSize: job.concurrency ?? 2,
        perJobResults: true,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: 60,
      } as const
      workerIds.set(job.name, await boss.work<unknown>(job.name, options, (batch) => Promise.all(batch.map(run))))
      dueCheck ??= setTimeout(wakeWorkersWithDueJobs, DUE_CHECK_MS).unref()
    },

    /** Joins the caller's transaction: the job exists if and only if the transaction commits. */
    enqueue<Data extends object>(
      tx: Db,
      job: Pick<Job<Data, never>, 'name' | 'data'>,
      data: Data,
      /** A date, or seconds from now. */
      options: { startAfter?: Date | number } = {},
    ) {
      return boss.send(job.name, data, { ...options, db: fromDrizzle(tx, sql) })
    },

    /** Removes a job that has not started. Returns whether there was one. */
    async cancel<Data extends object>(tx: Db, job: Pick<Job<Data, never>, 'name' | 'data'>, data: Data) {
      const { rows } = await tx.execute(sql`
        delete from pgboss.job where name = ${job.name} and data = ${JSON.stringify(data)}::jsonb and state in ('created', 'retry')
        returning id`)
      return rows.length > 0
    },

    async stop() {
      clearTimeout(dueCheck)
      dueCheck = undefined
      await boss.stop({ graceful: true, timeout: 8_000, close: false })
    },
  }
}

export interface FailedJob {
  id: string
  name: string
  failedAt: Date
  tries: number
  reason: string
}

/** Failed jobs, newest first. Shows the reason, never the data. */
export async function listFailedJobs(db: Db, limit = 100): Promise<FailedJob[]> {
  const { rows } = await db.execute<{
    id: string
    name: string
    completed_on: string
    retry_count: number
    reason: string | null
  }>(sql`
    select id, name, completed_on, retry_count, coalesce(output->>'message', output::text) as reason
    from pgboss.job where state = 'failed' order by completed_on desc limit ${limit}`)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    failedAt: new Date(row.completed_on),
    tries: row.retry_count + 1,
    reason: row.reason ?? 'No reason was recorded.',
  }))
}

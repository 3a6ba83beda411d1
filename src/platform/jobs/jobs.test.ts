import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#db/client.server.ts'
import { freshDatabase } from '../../../test/support/database.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { createLog } from '../telemetry/log.server.ts'
import { type Job, listFailedJobs, openJobs, PermanentJobError } from './jobs.server.ts'

const Note = z.strictObject({ text: z.string() })
type Notes = Job<z.infer<typeof Note>, string[]>

const writeNote: Notes = {
  name: 'write_note',
  data: Note,
  work: async (notes, { text }) => void notes.push(text),
}
const failAlways: Notes = {
  name: 'fail_always',
  data: Note,
  queue: { retryLimit: 1, retryDelay: 1, retryDelayMax: 1 },
  work: async (notes, _, { isLastAttempt }) => {
    notes.push(isLastAttempt ? 'last attempt' : 'to be tried again')
    throw new Error('The printer is on fire')
  },
}

async function startJobs(database: Awaited<ReturnType<typeof freshDatabase>>, jobs: Notes[]) {
  const queue = openJobs(database, createLog({ level: 'silent' }))
  await queue.start(jobs)
  onTestFinished(queue.stop)
  return queue
}

describe('background jobs', () => {
  test.each([
    ['creates their queue', 0],
    ['finds their queue', 1],
  ])(
    'can be enqueued in as many transactions as there are connections, if the start %s',
    async (_start, earlierStarts) => {
      const other = await freshDatabase()
      for (let start = 0; start < earlierStarts; start++) await startJobs(other, [writeNote])
      const connections = 3
      const database = openDatabase(other.url, { max: connections })
      onTestFinished(database.close)
      const jobs = openJobs(database, createLog({ level: 'silent' }))
      await jobs.start([writeNote])
      onTestFinished(jobs.stop)
      let inside = 0
      let open = () => {}
      const allInside = new Promise<void>((resolve) => {
        open = resolve
      })
      const enqueue = () =>
        database.db.transaction(async (tx) => {
          await tx.execute(sql`select 1`)
          inside += 1
          if (inside === connections) open()
          await allInside
          await jobs.enqueue(tx, writeNote, { text: 'one of three' })
        })
      await Promise.all(Array.from({ length: connections }, enqueue))
      expect(inside).toBe(connections)
    },
  )

  test('exist if and only if the transaction that made them commits', async () => {
    const database = await freshDatabase()
    const jobs = await startJobs(database, [writeNote])
    const notes: string[] = []
    await database.db
      .transaction(async (tx) => {
        await jobs.enqueue(tx, writeNote, { text: 'rolled back' })
        tx.rollback()
      })
      .catch(() => undefined)
    await database.db.transaction((tx) => jobs.enqueue(tx, writeNote, { text: 'kept' }))
    await jobs.work(writeNote, notes)
    await eventually(() => notes.length > 0)
    expect(notes).toEqual(['kept'])
    const [{ count } = { count: 0 }] =
      await database.sql`select count(*)::int as count from pgboss.job where name = 'write_note'`
    expect(count).toBe(1)
  })

  test('survive the process that enqueued them', async () => {
    const database = await freshDatabase()
    const first = openJobs(database, createLog({ level: 'silent' }))
    await first.start([writeNote])
    await first.enqueue(database.db, writeNote, { text: 'from before' })
    await first.stop()
    const second = await startJobs(database, [writeNote])
    const notes: string[] = []
    await second.work(writeNote, notes)
    await eventually(() => notes.includes('from before'))
  })

  test('that keep failing are retried up to their limit, then listed with the reason and without their data', async () => {
    const database = await freshDatabase()
    const jobs = await startJobs(database, [failAlways])
    await jobs.enqueue(database.db, failAlways, { text: 'canary' })
    const notes: string[] = []
    await jobs.work(failAlways, notes)
    const [failed] = await eventually(async () => {
      const list = await listFailedJobs(database.db)
      return list.length > 0 && list
    })
    expect(failed).toMatchObject({ name: 'fail_always', tries: 2, reason: 'The printer is on fire' })
    expect(JSON.stringify(failed)).not.toContain('canary')
    expect(notes).toEqual(['to be tried again', 'last attempt'])
  })

  test('that are due later run then, and idle workers send no queries meanwhile', async () => {
    const database = await freshDatabase()
    const QUEUES = 40
    const queues = Array.from({ length: QUEUES }, (_, n) => ({ ...writeNote, name: `write_note_${n}` }))
    const jobs = await startJobs(database, queues)
    const notes: string[] = []
    let queries = 0
    database.pool.on('acquire', () => queries++)
    for (const queue of queues) await jobs.work(queue, notes)
    // Each looks once for jobs from before.
    await eventually(() => queries >= QUEUES)
    const startedAt = Date.now()
    const before = queries
    await jobs.enqueue(database.db, queues[7] ?? writeNote, { text: 'later' }, { startAfter: 3 })
    await eventually(() => notes.length > 0)
    const seconds = (Date.now() - startedAt) / 1000
    expect(notes).toEqual(['later'])
    expect(seconds).toBeGreaterThan(2.5)
    // One a second for all queues; the others are those of this job.
    expect(queries - before).toBeLessThan(seconds + QUEUES / 2)
  })

  test('that can never succeed are given up at the first attempt', async () => {
    const database = await freshDatabase()
    const hopeless: Notes = { ...writeNote, work: async () => Promise.reject(new PermanentJobError('No such house')) }
    const jobs = await startJobs(database, [hopeless])
    await jobs.enqueue(database.db, hopeless, { text: 'x' })
    await jobs.work(hopeless, [])
    const [failed] = await eventually(async () => {
      const list = await listFailedJobs(database.db)
      return list.length > 0 && list
    })
    expect(failed).toMatchObject({ tries: 1, reason: 'No such house' })
  })

  test('threat 68: two workers share a thousand jobs and run none twice', async () => {
    const database = await freshDatabase()
    const notes: string[] = []
    const workers = await Promise.all([startJobs(database, [writeNote]), startJobs(database, [writeNote])])
    const texts = Array.from({ length: 1_000 }, (_, i) => `note ${i}`)
    await workers[0]?.boss.insert(
      'write_note',
      texts.map((text) => ({ data: { text } })),
    )
    const busy = { ...writeNote, concurrency: 25 }
    await Promise.all(workers.map((worker) => worker.work(busy, notes)))
    await eventually(() => notes.length >= 1_000)
    expect(new Set(notes).size).toBe(1_000)
    expect(notes).toHaveLength(1_000)
  })

  test('are marked as done one by one, so that few of a batch run again after a kill', async () => {
    const database = await freshDatabase()
    const slow = Promise.withResolvers<void>()
    const notes: string[] = []
    const work: Notes['work'] = async (all, { text }) => {
      if (text === 'slow') await slow.promise
      all.push(text)
    }
    const mixed = { ...writeNote, concurrency: 2, work }
    const jobs = await startJobs(database, [mixed])
    for (const text of ['slow', 'quick']) await jobs.enqueue(database.db, mixed, { text })
    await jobs.work(mixed, notes)
    const states = async () => {
      const rows = await database.sql`select data->>'text' as text, state from pgboss.job where name = 'write_note'`
      return Object.fromEntries(rows.map(({ text, state }) => [text, state]))
    }
    await eventually(async () => (await states()).quick === 'completed')
    expect(await states()).toEqual({ slow: 'active', quick: 'completed' })
    slow.resolve()
    await eventually(async () => (await states()).slow === 'completed')
    expect(notes).toEqual(['quick', 'slow'])
  })

  test('on a schedule are stored once, regardless of how many processes start', async () => {
    const database = await freshDatabase()
    const nightly = { ...writeNote, schedule: '0 3 * * *' }
    await startJobs(database, [nightly])
    await startJobs(database, [nightly])
    expect(await database.sql`select name, cron from pgboss.schedule`).toEqual([
      expect.objectContaining({ name: 'write_note', cron: '0 3 * * *' }),
    ])
  })
  test('keep their stored settings and schedule as long as these are right, and get new ones when they have changed', async () => {
    const database = await freshDatabase()
    const nightly = { ...writeNote, queue: { retryLimit: 3 }, schedule: '0 3 * * *' }
    // The row's version: also a change to the same values would be seen.
    const stored = () => database.sql`
      select queue.xmin::text as queue_version, retry_limit, schedule.xmin::text as schedule_version, cron
      from pgboss.queue join pgboss.schedule using (name) where name = 'write_note'`
    await startJobs(database, [nightly])
    const first = await stored()
    expect(first).toEqual([expect.objectContaining({ retry_limit: 3, cron: '0 3 * * *' })])
    await startJobs(database, [nightly])
    expect(await stored()).toEqual(first)
    await startJobs(database, [{ ...nightly, queue: { retryLimit: 4 }, schedule: '0 4 * * *' }])
    expect(await stored()).toEqual([expect.objectContaining({ retry_limit: 4, cron: '0 4 * * *' })])
  })
})

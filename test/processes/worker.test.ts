import { expect, onTestFinished, test } from 'vitest'
import { openJobs } from '../../src/platform/jobs/jobs.server.ts'
import { sweepExpiredJob } from '../../src/platform/jobs/sweepExpired.server.ts'
import { createLog } from '../../src/platform/telemetry/log.server.ts'
import { eventually } from '../support/eventually.ts'
import { startBuiltApp, TEST_SECRET } from '../support/processes/app.ts'
import { useDeployedApp } from '../support/processes/deployedApp.ts'

const parts = useDeployedApp({ WORKER: 'off' })

test('with WORKER=off background jobs wait for a worker process, which runs them', async () => {
  const { database } = parts
  const jobs = openJobs(database, createLog({ level: 'silent' }))
  await jobs.start([sweepExpiredJob])
  onTestFinished(jobs.stop)
  await database.sql`insert into rate_limit values ('old', 1, ${Date.now() - 1_000})`
  await jobs.enqueue(database.db, sweepExpiredJob, {})
  const states = async () =>
    (await database.sql`select state from pgboss.job where name = 'sweep'`).map(({ state }) => state)
  // The web process has been asked for a page meanwhile, and has left the job alone.
  expect((await fetch(`${parts.url}/readyz`)).status).toBe(200)
  expect(await states()).toEqual(['created'])

  const env = { DATABASE_URL: database.url, APP_URL: parts.url, APP_SECRET: TEST_SECRET }
  const worker = await startBuiltApp(env, 'worker')
  await eventually(async () => (await states())[0] === 'completed')
  expect(await database.sql`select key from rate_limit`).toEqual([])
  expect(await worker.stop()).toBe(0)
})

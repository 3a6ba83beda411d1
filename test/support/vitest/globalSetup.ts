import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../../src/db/client.server.ts'
import { migrateDatabase } from '../../../src/db/migrate.server.ts'
import { projectRoot } from '../../../src/platform/config/projectRoot.server.ts'
import { startEmbeddedPostgres } from '../../../src/platform/embeddedServices/postgres.server.ts'
import { openJobs } from '../../../src/platform/jobs/jobs.server.ts'
import { createLog } from '../../../src/platform/telemetry/log.server.ts'
import { allJobs } from '../../../src/processes/backgroundJobs.server.ts'
import { forgetCleaning, forgetDisks } from '../processes/forgetDisks.ts'
import { temporaryDatabaseFolder } from '../temporaryFolder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string
  }
}

/** One real PostgreSQL for the whole run, with a migrated database that every test's own is copied from. */
export default async function setup(project: TestProject) {
  const folder = await temporaryDatabaseFolder()
  const embedded = await startEmbeddedPostgres(folder, () => {})
  await migrateDatabase(embedded.url, join(projectRoot, 'drizzle'))
  await createQueues(embedded.url)
  await forgetDisks(embedded.url)
  await forgetCleaning(embedded.url)
  project.provide('templateUrl', embedded.url)
  process.env.TEST_RUN_FOLDER ??= folder
  return async () => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Once here, and not again in each copy. Without schedules, which would start jobs in tests of something else. */
async function createQueues(url: string) {
  const database = openDatabase(url, { max: 2 })
  const jobs = openJobs(database, createLog({ level: 'silent' }), { runsJobs: false })
  await jobs.start(allJobs.map(({ name, queue }) => ({ name, queue })))
  await jobs.stop()
  await database.close()
}

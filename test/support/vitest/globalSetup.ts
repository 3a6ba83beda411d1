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
import { startCeph } from '../servers/ceph.ts'
import { startPostgresServer } from '../servers/postgresServer.ts'
import { temporaryDatabaseFolder } from '../temporaryFolder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string
    /** Where `npm run test:services -- ceph` has started one. */
    ceph: { url: string; accessKeyId: string; secretAccessKey: string } | undefined
  }
}

/**
 * One real PostgreSQL for the whole run, with a migrated database that every test's own is copied from: the embedded one, or the version
 * that `npm run test:services` asks for.
 */
export default async function setup(project: TestProject) {
  const folder = await temporaryDatabaseFolder()
  const { TEST_POSTGRES, TEST_CEPH } = process.env
  const postgres = TEST_POSTGRES
    ? await startPostgresServer(TEST_POSTGRES, folder)
    : await startEmbeddedPostgres(folder, () => {})
  const ceph = TEST_CEPH ? await startCeph() : undefined
  await migrateDatabase(postgres.url, join(projectRoot, 'drizzle'))
  await createQueues(postgres.url)
  await forgetDisks(postgres.url)
  await forgetCleaning(postgres.url)
  project.provide('templateUrl', postgres.url)
  project.provide(
    'ceph',
    ceph && { url: ceph.url, accessKeyId: ceph.accessKeyId, secretAccessKey: ceph.secretAccessKey },
  )
  process.env.TEST_RUN_FOLDER ??= folder
  return async () => {
    await ceph?.stop()
    await postgres.stop()
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

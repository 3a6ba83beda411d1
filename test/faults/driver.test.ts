import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionOptions } from '#db/connection.server.ts'
import { projectRoot } from '#platform/paths.server.ts'
import { mended } from '../../vite.postgres.ts'
import { freshDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

/** The driver as we ship it. */
let driver: typeof postgres
let folder: string
beforeAll(async () => {
  folder = await temporaryFolder()
  await cp(join(projectRoot, 'node_modules/postgres'), join(folder, 'node_modules/postgres'), { recursive: true })
  for (const name of ['index.js', 'connection.js']) {
    const path = join(folder, 'node_modules/postgres/src', name)
    await writeFile(path, mended(await readFile(path, 'utf8'), path) ?? '')
  }
  driver = (await import(join(folder, 'node_modules/postgres/src/index.js'))).default
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('whoever waits for a connection of their own gets one, when the one they waited for is cut', async () => {
  const database = await freshDatabase()
  const sql = driver({ ...connectionOptions(database.url), max: 1, connection: { application_name: 'cut' } })
  const busy = sql`select pg_sleep(60)`.catch(() => 'cut')
  const [asleep] = await eventually(async () => {
    const found =
      await database.sql`select pid from pg_stat_activity where application_name = 'cut' and query like '%pg_sleep%'`
    return found.length > 0 && found
  })
  const reserved = sql.reserve()
  await database.sql`select pg_terminate_backend(${asleep?.pid})`
  expect(await busy).toBe('cut')

  const connection = await reserved
  expect([...(await connection`select 1 as one`)]).toEqual([{ one: 1 }])
  connection.release()
  await sql.end()
})

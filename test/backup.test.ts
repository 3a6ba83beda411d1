import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { connectionOptions } from '#db/connection.server.ts'
import { projectRoot } from '#platform/paths.server.ts'
import { startBuiltApp } from './support/app.ts'
import { eventually } from './support/eventually.ts'
import { temporaryFolder } from './support/temporaryFolder.ts'

const TABLES = ['user', 'listing', 'file', 'lead', 'notification', 'event', 'event_day']

/** The command that the operator's handbook says. */
function documented(start: string) {
  const handbook = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8')
  const line = handbook.split('\n').find((text) => text.startsWith(start)) ?? ''
  return line.split('#')[0]?.trim() ?? ''
}

async function folderOfOwn() {
  const folder = await temporaryFolder()
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

/** The demo agency, which is there from the first start, as the application left it. */
async function contentOf(folder: string) {
  const app = await startBuiltApp({ DATA_DIR: join(folder, 'data') })
  const host = encodeURIComponent(join(folder, 'data/postgres'))
  const sql = postgres({ ...connectionOptions(`postgres:///property_files?host=${host}&user=property_files`), max: 1 })
  await eventually(async () => (await sql`select 1 from file where state = 'processing'`).length === 0, 60_000)
  const rows = await Promise.all(
    TABLES.map(async (table) => {
      const [found] = await sql`
        select count(*)::int, md5(string_agg(t::text, '' order by t::text)) as hash from ${sql(table)} t`
      return [table, found?.count, found?.hash]
    }),
  )
  await sql.end()
  await app.stop()
  return { rows, files: hashesIn(join(folder, 'data/files')) }
}

const hashesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(folder.length), createHash('sha256').update(readFileSync(path)).digest('hex')].join(' '))
    .sort()

test('threat 71: the documented backup, put back elsewhere, has every row and every byte', async () => {
  const [home, elsewhere] = [await folderOfOwn(), await folderOfOwn()]
  const before = await contentOf(home)

  const shell = (command: string, cwd: string) => spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' })
  expect(shell(documented('tar -chpf'), home)).toMatchObject({ status: 0 })
  expect(shell(`mv ${join(home, 'backup.tar')} . && ${documented('tar -xpf')}`, elsewhere)).toMatchObject({ status: 0 })

  expect(before.files.length).toBeGreaterThan(10)
  expect(await contentOf(elsewhere)).toEqual(before)
})

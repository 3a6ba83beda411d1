import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/client.server.ts'
import { projectRoot } from '../../src/platform/config/projectRoot.server.ts'
import { newStorageKey } from '../../src/platform/storage/storageKeys.server.ts'
import { callsWithCookie, createAgent, PASSWORD, signInAs } from '../fixtures/agents.ts'
import { someBytes } from '../fixtures/content/bytes.ts'
import { createFile, createListingWithDocuments } from '../fixtures/files.ts'
import { createLead } from '../fixtures/leads.ts'
import { createPublishedListing } from '../fixtures/listings.ts'
import { eventually } from '../support/eventually.ts'
import { fillDataFolder, MANY_STARTS_TIMEOUT_MS, spawnBuiltApp, startBuiltApp } from '../support/processes/app.ts'
import { appStorage, withData } from '../support/processes/appData.ts'
import { temporaryDatabaseFolder } from '../support/temporaryFolder.ts'

const TABLES = ['user', 'listing', 'file', 'lead', 'notification', 'event', 'event_day']
/** Of this agent only, because the demo agency changes from the first start on. */
const AGENT = 'usr_backup'

/** The command that the operator's handbook says. */
function documented(start: string) {
  const handbook = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8')
  const line = handbook.split('\n').find((text) => text.startsWith(start)) ?? ''
  return line.split('#')[0]?.trim() ?? ''
}

async function folderOfOwn() {
  const folder = await temporaryDatabaseFolder()
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

type Database = ReturnType<typeof openDatabase>

/** Runs the application on the folder's data, and returns what is stored at the end. */
async function contentOf(folder: string, fill?: (database: Database, dataDir: string) => Promise<unknown>) {
  const dataDir = join(folder, 'data')
  const app = await startBuiltApp({ DATA_DIR: dataDir })
  const host = encodeURIComponent(join(dataDir, 'postgres'))
  const database = openDatabase(`postgres:///property_files?host=${host}&user=property_files`, { max: 1 })
  await fill?.(database, dataDir)
  const rows = await Promise.all(TABLES.map((table) => rowsOf(database, table)))
  await database.close()
  await app.stop()
  return { rows, files: hashesIn(join(dataDir, 'files')), secret: readFileSync(join(dataDir, 'secret'), 'utf8') }
}

async function rowsOf({ sql }: Database, table: string) {
  const owner = table === 'user' ? 'id' : 'userId'
  const [found] = await sql.raw<{ count: number; hash: string }>(
    `select count(*)::int, md5(string_agg(t::text, '' order by t::text)) as hash from "${table}" t where "${owner}" = $1`,
    [AGENT],
  )
  return { table, count: found?.count ?? 0, hash: found?.hash }
}

const hashesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path.slice(folder.length)} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`)
    .sort()

async function anAgentsWork({ db }: Database, dataDir: string) {
  const agent = await createAgent(db, { id: AGENT })
  const { id: listingId } = await createPublishedListing(db, { agent })
  for (let n = 0; n < 5; n++) await createLead(db, { listingId })
  await createFile(db, { agent, listingId, name: 'LIM report' })
  for (const size of [0, 9, 70_000])
    await appStorage(dataDir).write(newStorageKey('documents'), someBytes(size), 'text/plain')
}

test('threat 71: the documented backup, restored elsewhere, has every row and every file', {
  timeout: MANY_STARTS_TIMEOUT_MS,
}, async () => {
  const [listingId, elsewhere] = [await folderOfOwn(), await folderOfOwn()]
  await mkdir(join(listingId, 'data'))
  await fillDataFolder(join(listingId, 'data'))
  const before = await contentOf(listingId, anAgentsWork)

  const shell = (command: string, cwd: string) => spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' })
  expect(shell(documented('tar -chpf'), listingId)).toMatchObject({ status: 0 })
  expect(shell(`mv ${listingId}/backup.tar . && ${documented('tar -xpf')}`, elsewhere)).toMatchObject({ status: 0 })

  expect(before.files.length).toBeGreaterThanOrEqual(3)
  expect(before.rows.every(({ count }) => count > 0)).toBe(true)
  const after = await contentOf(elsewhere)
  expect(after).toEqual({ ...before, files: expect.arrayContaining(before.files) })
})

const BACKUP_KEY = 'cd'.repeat(32)

/** Runs a command to its end. */
async function run(entry: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  const { child, output } = spawnBuiltApp({ BACKUP_KEY, ...env }, entry, projectRoot, args)
  const [status] = await once(child, 'exit')
  return { status, text: output() }
}

/** An agent with a document, in the running application. */
async function workOfAnAgent({ db, storage }: Awaited<ReturnType<typeof withData>>) {
  const agent = await createAgent(db, { email: 'aroha@example.nz' })
  const document = { content: someBytes(900_000), contentType: 'text/plain', name: 'LIM report' }
  const { fileId } = await createListingWithDocuments({ db, storage }, [document], { agent })
  return { email: agent.email, fileId, content: Buffer.from(document.content) }
}

async function readAsAgent(url: string, { email, fileId }: { email: string; fileId: string }) {
  const { post } = callsWithCookie(url, await signInAs(url, email, PASSWORD))
  const { url: path } = (await post('getDownloadUrl', { id: fileId })).result as { url: string }
  return Buffer.from(await (await fetch(new URL(path, url))).arrayBuffer())
}

test('the commands back up a running application, and restore it elsewhere, where it goes on', {
  timeout: MANY_STARTS_TIMEOUT_MS,
}, async () => {
  const [first, elsewhere, folder] = [await folderOfOwn(), await folderOfOwn(), await folderOfOwn()]
  await fillDataFolder(first)
  const app = await withData(await startBuiltApp({ DATA_DIR: first }))
  onTestFinished(() => void app.process.kill())
  const work = await workOfAnAgent(app)

  await app.db.transaction(async (tx) => {
    // So that it can't be finished before it is killed.
    await tx.execute(sql`lock table "user" in access exclusive mode`)
    const killed = spawnBuiltApp({ BACKUP_KEY, DATA_DIR: first }, 'backup', projectRoot, [folder])
    await eventually(async () => readdirSync(folder, { recursive: true }).some((name) => String(name).endsWith('lead')))
    killed.child.kill('SIGKILL')
    await once(killed.child, 'exit')
  })
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.unfinished-/)])

  const made = await run('backup', [folder], { DATA_DIR: first })
  expect(made).toMatchObject({ status: 0, text: expect.stringMatching(/^Backed up \d+ rows and \d+ files/) })
  const [name = '', ...others] = readdirSync(folder)
  expect(others).toEqual([])
  const backup = join(folder, name)
  expect(await run('backup', ['--verify', backup], {})).toMatchObject({
    status: 0,
    text: expect.stringContaining('is whole'),
  })
  const secret = readFileSync(join(first, 'secret'), 'utf8')
  await app.stop()

  const target = { DATA_DIR: join(elsewhere, 'data') }
  expect(await run('restore', [backup], target)).toMatchObject({
    status: 1,
    text: expect.stringContaining('Set APP_SECRET to that of the installation'),
  })
  const settings = { ...target, APP_SECRET: secret }
  expect(await run('restore', [backup], settings)).toMatchObject({
    status: 0,
    text: expect.stringMatching(/^Restored \d+ rows and \d+ files/),
  })
  expect(await run('restore', [backup], settings)).toMatchObject({
    status: 1,
    text: expect.stringContaining('The restore failed: The database isn’t empty'),
  })
  const restored = await startBuiltApp(settings)
  expect(await readAsAgent(restored.url, work)).toEqual(work.content)
  await restored.stop()
})

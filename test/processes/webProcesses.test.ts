import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../src/db/client.server.ts'
import { listing } from '../../src/db/schema/listings.ts'
import { isProcessAlive } from '../../src/platform/process/isProcessAlive.server.ts'
import { createSignedInAgent } from '../fixtures/agents.ts'
import { phonePhoto, pngBomb } from '../fixtures/content/photos.ts'
import { createPublishedListing } from '../fixtures/listings.ts'
import { eventually } from '../support/eventually.ts'
import {
  freePort,
  MANY_STARTS_TIMEOUT_MS,
  newDataFolder,
  type RunningApp,
  spawnBuiltApp,
  startBuiltApp,
  TEST_SECRET,
} from '../support/processes/app.ts'
import { useDeployedApp } from '../support/processes/deployedApp.ts'
import {
  beginRequest,
  finishRequest,
  processesOf,
  processesWithSetting,
  requestAlone,
  respondingProcess,
  whileStopped,
} from '../support/processes/managedProcesses.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const TOKEN = 'a-token-of-enough-characters'

const webs = ({ process: { pid } }: RunningApp) => processesOf(pid, 'web')
const workers = ({ process: { pid } }: RunningApp) => processesOf(pid, 'worker')
const kill = (pid: number | undefined) => process.kill(pid ?? 0, 'SIGKILL')

describe('two web processes and a worker', () => {
  const parts = useDeployedApp({ WEB_PROCESSES: '2', METRICS_TOKEN: TOKEN })

  const figure = async (name: string) => {
    const { body } = await requestAlone(parts.app, '/metrics', { authorization: `Bearer ${TOKEN}` })
    const line = body.split('\n').find((one) => one.startsWith(name))
    return line === undefined ? 0 : Number(line.slice(line.lastIndexOf(' ')))
  }
  const countPages = () => figure('property_files_request_seconds_count{kind="page",call="",method="GET",status="2xx"}')
  const lookAtPage = () => requestAlone(parts.app, '/about')

  test('share one port, and one that is stuck does not hold up the other', async () => {
    const [one, other] = webs(parts.app)
    expect(await whileStopped(other, () => respondingProcess(parts.app))).toBe(one)
    expect(await whileStopped(one, () => respondingProcess(parts.app))).toBe(other)
    expect(workers(parts.app)).toHaveLength(1)
  })

  test('report metrics that add up the figures of all of them, and those of the database once', async () => {
    const before = await countPages()
    for (const pid of webs(parts.app)) expect((await whileStopped(pid, lookAtPage)).status).toBe(200)
    expect(await countPages()).toBe(before + 2)
    expect(await figure('property_files_database_up')).toBe(1)
  })

  describe('a public page that both keep in memory', () => {
    /** Changes the title without announcing it, as no process of ours would. */
    async function renameSilently(db: Db, id: string, title: string) {
      await db.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`)
        await tx.update(listing).set({ title }).where(eq(listing.id, id))
      })
    }

    const askBoth = async (path: string) => {
      const responses = []
      for (const pid of webs(parts.app)) responses.push(await whileStopped(pid, () => requestAlone(parts.app, path)))
      return responses
    }
    const bothSay = async (path: string, title: string) =>
      (await askBoth(path)).every(({ status, body }) => status === 200 && body.includes(`<title>${title}`))

    async function createKeptPage(agent?: { id: string }) {
      const { id, slug } = await createPublishedListing(parts.db, { agent, title: '1 Rata Street' })
      const path = `/listings/${slug}`
      // They keep a page once they have heard of all changes before it.
      await eventually(async () => {
        await renameSilently(parts.db, id, '1 Rata Street')
        await askBoth(path)
        await renameSilently(parts.db, id, '2 Rata Street')
        return bothSay(path, '1 Rata Street')
      })
      return { id, path }
    }

    test('threat 19: is gone from both when one of them archives the listing', async () => {
      const { agent, post } = await createSignedInAgent(parts)
      const { id, path } = await createKeptPage(agent)
      expect((await post('archiveListing', { id })).status).toBe(200)
      await eventually(async () => (await askBoth(path)).every(({ status }) => status === 410))
    })

    test('is rendered again after they could not hear of changes for a while', async () => {
      const { id, path } = await createKeptPage()
      // A connection that listens checks from time to time whether it is alive.
      await parts.database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query in ('listen "page_changed"', 'select 1')`
      await renameSilently(parts.db, id, '3 Rata Street')
      await eventually(() => bothSay(path, '3 Rata Street'))
    })
  })

  test('a killed web process loses only its own requests and no metrics, and is replaced', async () => {
    const [one, other] = webs(parts.app)
    await whileStopped(other, lookAtPage)
    const counted = await countPages()
    const [lost, kept] = [await beginRequest(parts.app, other), await beginRequest(parts.app, one)]

    kill(one)
    await once(lost, 'close')
    expect(await respondingProcess(parts.app)).toBe(other)
    expect(await finishRequest(kept)).toMatch(/^HTTP\/1\.1 200/)

    const next = await eventually(() => webs(parts.app).find((pid) => pid !== one && pid !== other))
    // The connection waits until the new process takes it.
    expect(await whileStopped(other, () => respondingProcess(parts.app))).toBe(next)
    expect(await countPages()).toBe(counted + 1)
    await parts.app.saying('a web process ended, and is replaced')
  })

  test('a killed worker is replaced, and the next one runs the jobs', async () => {
    await parts.app.saying('worker ready')
    const [worker] = workers(parts.app)
    kill(worker)
    await parts.database.sql`insert into rate_limit values ('old', 1, ${Date.now() - 1_000})`
    await parts.database.sql`insert into pgboss.job (name) values ('sweep')`
    await eventually(async () => (await parts.database.sql`select key from rate_limit where key = 'old'`).length === 0)
    expect(workers(parts.app)).toHaveLength(1)
    expect(workers(parts.app)).not.toContain(worker)
    await eventually(() => figure('property_files_job_run_seconds_count{queue="sweep",outcome="done"}'))
  })

  test('have one media process, which decodes for all of them and says what is wrong with a file', async () => {
    const { post } = await createSignedInAgent(parts)
    const photo = (await phonePhoto()).toString('base64')
    expect((await post('savePhoto', { photo })).status).toBe(200)
    expect(await post('savePhoto', { photo: pngBomb(7_000).toString('base64') })).toMatchObject({ status: 422 })
    // The worker may be drawing something meanwhile, in one of the lane for background work.
    expect(processesOf(parts.app.process.pid, 'media', 'interactive')).toHaveLength(1)
    for (const pid of [...webs(parts.app), ...workers(parts.app)]) expect(processesOf(pid, 'media')).toEqual([])
  })

  test('a second start on their port fails with the reason, once, and leaves nothing running', async () => {
    const DATA_DIR = await temporaryFolder()
    const start = spawnBuiltApp({
      ...{ WEB_PROCESSES: '2', PORT: new URL(parts.url).port, DATA_DIR },
      ...{ APP_URL: parts.url, APP_SECRET: TEST_SECRET, DATABASE_URL: parts.database.url },
    })
    const [code] = await once(start.child, 'exit')
    expect(code).toBe(1)
    expect(start.output().match(/is in use. Set another one/g)).toHaveLength(1)
    expect(processesWithSetting('DATA_DIR', DATA_DIR)).toEqual([])
    expect(processesWithSetting('DATA_DIR', parts.app.dataDir)).toHaveLength(4)
  })
})

describe('with the embedded services', { timeout: MANY_STARTS_TIMEOUT_MS }, () => {
  async function start(env: Record<string, string> = {}) {
    const DATA_DIR = env.DATA_DIR ?? (await newDataFolder())
    const app = await startBuiltApp({ PORT: String(await freePort()), ...env, WEB_PROCESSES: '2', DATA_DIR })
    onTestFinished(async () => {
      await app.stop()
      await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 })
    })
    if (env.WORKER !== 'off') await app.saying('worker ready')
    const database = Number(readFileSync(join(DATA_DIR, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    return { app, DATA_DIR, database, children: [...webs(app), ...workers(app)] }
  }

  test('threat 69: on Ctrl-C the web processes finish their requests, then the worker and the database stop', async () => {
    const { app, children, database } = await start()
    const [one, other] = webs(app)
    const requests = [await beginRequest(app, other), await beginRequest(app, one)]
    const stopped = app.stop('SIGINT')
    // A terminal sends it to every process.
    for (const pid of children) process.kill(pid, 'SIGINT')
    await app.saying('"msg":"stopping"')
    for (const request of requests) expect(await finishRequest(request)).toMatch(/^HTTP\/1\.1 200.*<\/html>/s)
    expect(await stopped).toBe(0)

    const order = app.output().match(/"pid":(\d+),(?:"reason":"SIG\w+",)?"msg":"stopp(?:ing|ed)"/g) ?? []
    const names = order.map((line) => {
      const pid = Number(/\d+/.exec(line)?.[0])
      const name = pid === one || pid === other ? 'web' : pid === app.process.pid ? 'primary' : 'worker'
      return `${name} ${line.endsWith('ing"') ? 'stopping' : 'stopped'}`
    })
    expect(names.slice(0, -3).sort()).toEqual([
      'primary stopping',
      'web stopped',
      'web stopped',
      'web stopping',
      'web stopping',
    ])
    expect(names.slice(-3)).toEqual(['worker stopping', 'worker stopped', 'primary stopped'])
    expect([...children, database].filter(isProcessAlive)).toEqual([])
  })

  test('a kill -9 of the primary ends the others, and the next start continues with the database', async () => {
    const { app, DATA_DIR, children, database } = await start()
    expect(children).toHaveLength(3)
    kill(app.process.pid)
    await eventually(() => !children.some(isProcessAlive))

    const next = await start({ DATA_DIR, WORKER: 'off' })
    expect(next.database).toBe(database)
    expect(webs(next.app)).toEqual(next.children)
    expect(await next.app.stop()).toBe(0)
    expect(isProcessAlive(database)).toBe(false)
  })
})

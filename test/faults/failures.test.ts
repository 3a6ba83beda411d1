import { describe, expect, test } from 'vitest'
import type { AppError } from '../../src/platform/errors.ts'
import { createAgent, PASSWORD } from '../fixtures/agents.ts'
import { call } from '../support/call.ts'
import { eventually } from '../support/eventually.ts'
import { useDeployedApp } from '../support/processes/deployedApp.ts'
import { onSeparateConnection } from '../support/separateConnection.ts'

const parts = useDeployedApp({ TRUSTED_PROXIES: '127.0.0.1' })
const cutConnections = () =>
  parts.database.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'property-files' and pid <> pg_backend_pid()`
const signIn = (email: string) =>
  call(parts.url, 'login', { method: 'POST', data: { email, password: PASSWORD }, headers: fromNewAddress() })
let lastAddress = 0
const fromNewAddress = () => ({ 'x-forwarded-for': `203.0.${++lastAddress >> 8}.${lastAddress & 255}` })
const askForListing = () => call(parts.url, 'fetchPublicListing', { data: { id: 'list_missing' } })

describe('when the server fails', () => {
  test('threat 60: a bug responds with an id that is in the log, and with no internal details', async () => {
    await parts.database.sql`alter table listing rename to hidden`
    const answer = await askForListing()
    const page = await fetch(`${parts.url}/listings/list_missing`, { headers: { accept: 'text/html' } })
    await parts.database.sql`alter table hidden rename to listing`

    expect(answer.status).toBe(500)
    const { errorId = '', message } = answer.error as AppError
    expect(errorId).toMatch(/^[0-9a-f]{12}$/)
    expect(message).toBe('Something went wrong on our side.')
    await parts.app.saying(errorId)
    const logged = parts.app
      .output()
      .split('\n')
      .find((line) => line.includes(errorId))
    expect(JSON.parse(logged ?? '{}')).toMatchObject({
      level: 'error',
      errorId,
      err: { stack: expect.stringContaining('at ') },
    })
    for (const text of [answer.text, await page.text()])
      expect(text).not.toMatch(/\bselect\b|\brelation\b|node_modules|\.js:\d+/)
    expect(page.status).toBe(500)
  })

  test('threat 62: calls whose database connection is cut get a 503, and the next call works', async () => {
    const statuses = new Set<number>()
    for (let round = 0; round < 5; round++) {
      const calls = Array.from({ length: 20 }, askForListing)
      await cutConnections()
      for (const { status } of await Promise.all(calls)) statuses.add(status)
    }
    expect([...statuses].filter((status) => status !== 404 && status !== 503)).toEqual([])
    await eventually(async () => (await askForListing()).status === 404)
    expect(parts.app.process.exitCode).toBeNull()
  })

  test('threat 62: a connection cut inside a transaction fails that transaction only', async () => {
    const agent = await createAgent(parts.database.db)
    const statuses = new Set<number>()
    for (let round = 0; round < 8; round++) {
      let isOver = false
      const signIns = Promise.all(Array.from({ length: 10 }, () => signIn(agent.email))).finally(() => {
        isOver = true
      })
      while (!isOver) await cutConnections()
      for (const { status } of await signIns) statuses.add(status)
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    // A connection that was cut unnoticed may cost one more call, but no more than that.
    await eventually(async () => (await signIn(agent.email)).status === 200)
    expect(parts.app.process.exitCode).toBeNull()
    expect(parts.app.output()).not.toContain('uncaught exception')
  })

  test('threat 64: when every connection is busy, a hundred calls get a 503, and the application recovers', async () => {
    const { sql, url } = parts.database
    const waitingForLock = () => sql`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'property-files' and wait_event_type = 'Lock'`
    let release = () => {}
    const isHeld = Promise.withResolvers<void>()
    const held = onSeparateConnection(url, async (other) => {
      await other`set idle_in_transaction_session_timeout = 0`
      await other`begin`
      await other`lock table listing in access exclusive mode`
      isHeld.resolve()
      await new Promise<void>((resolve) => {
        release = resolve
      })
    })
    await isHeld.promise
    const calls = Array.from({ length: 100 }, askForListing)
    // Calls without a connection get a response while those with one still wait for the lock.
    await Promise.race(calls)
    expect(await waitingForLock()).not.toEqual([])
    const asking = Promise.all(calls)
    const page = await fetch(`${parts.url}/listings/list_missing`, { headers: { accept: 'text/html' } })
    const answers = await asking
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([503])
    expect({ status: page.status, retryAfter: page.headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: '2',
    })

    release()
    await held
    await eventually(async () => (await askForListing()).status === 404)
  })

  test('every line of the log is JSON with a request id', async () => {
    await askForListing()
    await parts.app.saying('"msg":"request"')
    const lines = parts.app
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const requests = lines.filter(({ msg }) => msg === 'request')
    expect(requests.length).toBeGreaterThan(0)
    expect(
      requests.every(({ requestId, method, path, status, ms }) => requestId && method && path && status && ms >= 0),
    ).toBe(true)
    expect(requests.some(({ path }) => path === '/_serverFn/fetchPublicListing')).toBe(true)
  })
})

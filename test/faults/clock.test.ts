import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { eraseDueAccountsJob } from '../../src/features/accounts/server/deletion/deleteAccount.server.ts'
import { sweepExportsJob } from '../../src/features/accounts/server/export/dataExport.server.ts'
import { reconcileSubscriptionsJob } from '../../src/features/billing/server/stripeWebhook.server.ts'
import type { beginUpload } from '../../src/features/files/server/beginUpload.server.ts'
import { sweepStorageJob } from '../../src/features/files/server/sweepStorage.server.ts'
import { openJobs } from '../../src/platform/jobs/jobs.server.ts'
import { sweepExpiredJob } from '../../src/platform/jobs/sweepExpired.server.ts'
import { createLog } from '../../src/platform/telemetry/log.server.ts'
import { callsWithCookie, createAgent, PASSWORD, signInAs } from '../fixtures/agents.ts'
import { solveBotCheck } from '../fixtures/botCheck.ts'
import { textPdf } from '../fixtures/content/pdf.ts'
import { listingViewEvent, sendEvent, storedEvents } from '../fixtures/events.ts'
import { leadForm } from '../fixtures/leads.ts'
import { call } from '../support/call.ts'
import { eventually } from '../support/eventually.ts'
import { useFaultyApp } from '../support/faults/faultyApp.ts'
import { preloading } from '../support/processes/app.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const CLOCK_FILE = join(await temporaryFolder(), 'ahead')
const { parts, leaveDetails, emailsAbout } = useFaultyApp({ ...preloading('shiftedClock.mjs'), CLOCK_FILE })

const HOUR = 3_600_000
const jumps = () => parts.app.output().split('the clock is ahead').length

async function turnClock(ahead: number) {
  const before = jumps()
  writeFileSync(CLOCK_FILE, String(ahead))
  parts.app.process.kill('SIGUSR2')
  await eventually(() => jumps() > before)
}

let cookie: string
beforeAll(async () => {
  cookie = await signInAs(parts.url, parts.listing.agent)
})

test.each([
  ['a day ahead', 24 * HOUR],
  ['back, and two hours behind', -2 * HOUR],
  ['right again', 0],
])('the clock %s: agents stay signed in, leads and emails come, visits count', async (_where, ahead) => {
  await turnClock(ahead)
  const visits = (await storedEvents(parts, parts.listing.id)).length
  expect(await call(parts.url, 'fetchCurrentUser', { headers: { cookie } })).toMatchObject({ status: 200 })
  await signInAs(parts.url, parts.listing.agent)
  const { status, email } = await leaveDetails({ ...leadForm(), turnstile: await solveBotCheck(parts.url, 'lead') })
  expect(status).toBe(200)
  await eventually(() => emailsAbout(email).length === 1)
  expect(await sendEvent(parts.url, { body: listingViewEvent(parts.listing) })).toMatchObject({ status: 204 })
  // The view, and the lead itself.
  expect((await storedEvents(parts, parts.listing.id)).length).toBe(visits + 2)
})

test('an IP address that was limited while the clock was ahead is accepted once the clock is right', async () => {
  const { email } = await createAgent(parts.database.db)
  const signIn = async (password: string) =>
    (await call(parts.url, 'login', { method: 'POST', data: { email, password } })).status
  await turnClock(24 * HOUR)
  for (let tries = 0; tries < 10; tries++) expect(await signIn('guess')).toBe(401)
  expect(await signIn(PASSWORD)).toBe(429)
  await turnClock(0)
  expect(await signIn(PASSWORD)).toBe(200)
})

test('an answer to the bot check from before the jump is refused with a message, and a new one is accepted', async () => {
  await turnClock(0)
  const old = await solveBotCheck(parts.url, 'lead')
  await turnClock(HOUR)
  const details = leadForm()
  expect(await leaveDetails({ ...details, turnstile: old })).toMatchObject({
    status: 403,
    error: { message: 'We couldn’t confirm that you’re a person. Please try again.' },
  })
  expect(await leaveDetails({ ...details, turnstile: await solveBotCheck(parts.url, 'lead') })).toMatchObject({
    status: 200,
  })
})

/** Has the application do all that removes things by their age. */
async function sweepAll() {
  const sweeps = [sweepExpiredJob, sweepStorageJob, sweepExportsJob, eraseDueAccountsJob, reconcileSubscriptionsJob]
  const jobs = openJobs(parts.database, createLog({ level: 'silent' }))
  await jobs.start(sweeps)
  onTestFinished(jobs.stop)
  const ids = await Promise.all(sweeps.map((job) => jobs.enqueue(parts.database.db, job, {})))
  await eventually(async () => {
    const done = await parts.database.sql`select from pgboss.job where id = any(${ids}::uuid[]) and state = 'completed'`
    return done.length === sweeps.length
  })
}

test('the clock a day ahead: the sweeps delete nothing that is still needed for another half day', async () => {
  const { sql } = parts.database
  await turnClock(0)
  const { id: userId, email } = await createAgent(parts.database.db)
  const { get, post } = callsWithCookie(parts.url, await signInAs(parts.url, email))
  const bytes = new Uint8Array(textPdf(['Hello']))
  const request = { name: 'LIM.pdf', contentType: 'application/pdf', contentLength: String(bytes.length) }
  const { uploadId, parts: pieces } = (await post('getUploadUrl', request)).result as Awaited<
    ReturnType<typeof beginUpload>
  >
  for (const { url, headers } of pieces)
    expect((await fetch(url, { method: 'PUT', headers, body: bytes })).status).toBe(200)
  await sql`update session set "expiresAt" = now() + interval '12 hours' where "userId" = ${userId}`
  await sql`insert into profile ("userId", "deletionDueAt") values (${userId}, now() + interval '12 hours')`
  await sql`insert into data_export (id, "userId", state, "expiresAt") values
    ('still ready', ${userId}, 'ready', now() + interval '12 hours'), ('still running', ${userId}, 'running', null)`
  await sql`insert into file (id, path, name, "userId", state, "preparationJobId") values ('file_clock', 'x', 'x', ${userId}, 'processing', 'a job')`
  await sql`insert into visitor_salt (day, salt, "createdAt") values ('a day', 'salt', now() - interval '36 hours')`
  await sql`insert into payment_event (id, type, "createdAt") values ('evt_clock', 'x', now() - interval '29.5 days')`
  await sql`insert into audit (id, "userId", action, at) values ('a line', ${userId}, 'x', now() - interval '364.5 days')`

  await turnClock(24 * HOUR)
  await sweepAll()
  await turnClock(0)

  expect(await get('fetchCurrentUser')).toMatchObject({ status: 200, result: { email } })
  // The first call may fail at a storage with another time; a page retries.
  await eventually(async () => (await post('finishUpload', { uploadId })).status === 200)
  const [kept] = await sql`select
    (select json_agg(state order by state) from data_export where "userId" = ${userId}) as exports,
    (select state from file where id = 'file_clock') as file,
    (select salt from visitor_salt where day = 'a day') as salt,
    (select type from payment_event where id = 'evt_clock') as event,
    (select action from audit where id = 'a line') as line`
  expect(kept).toEqual({ exports: ['ready', 'running'], file: 'processing', salt: 'salt', event: 'x', line: 'x' })
})

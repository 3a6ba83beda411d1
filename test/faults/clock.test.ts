import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createAgent, PASSWORD, signInAs } from '../support/agents.ts'
import { call } from '../support/call.ts'
import { eventually } from '../support/eventually.ts'
import { useFaultyApp } from '../support/faultyApp.ts'
import { humanAnswer } from '../support/human.ts'
import { buyer } from '../support/leadsDesk.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { eventsOf, sendEvent, viewOf } from '../support/visits.ts'

const CLOCK_FILE = join(await temporaryFolder(), 'ahead')
const preload = join(import.meta.dirname, '../support/shiftedClock.mjs')
const { parts, leaveDetails, mailsAbout } = useFaultyApp({ NODE_OPTIONS: `--import=${preload}`, CLOCK_FILE })

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
  cookie = await signInAs(parts.url, parts.home.agent)
})

test.each([
  ['a day ahead', 24 * HOUR],
  ['back, and two hours behind', -2 * HOUR],
  ['right again', 0],
])('the clock %s: agents stay signed in, leads and mails come, visits count', async (_where, ahead) => {
  await turnClock(ahead)
  const visits = (await eventsOf(parts, parts.home.id)).length
  expect(await call(parts.url, 'fetchCurrentUser', { headers: { cookie } })).toMatchObject({ status: 200 })
  await signInAs(parts.url, parts.home.agent)
  const { status, email } = await leaveDetails({ ...buyer(), turnstile: await humanAnswer(parts.url, 'lead') })
  expect(status).toBe(200)
  await eventually(() => mailsAbout(email).length === 1)
  expect(await sendEvent(parts.url, { body: viewOf(parts.home) })).toMatchObject({ status: 204 })
  // The view, and the lead itself.
  expect((await eventsOf(parts, parts.home.id)).length).toBe(visits + 2)
})

test('whoever was refused while the clock was ahead is let in when it is right', async () => {
  const { email } = await createAgent(parts.database.db)
  const signIn = async (password: string) =>
    (await call(parts.url, 'login', { method: 'POST', data: { email, password } })).status
  await turnClock(24 * HOUR)
  for (let tries = 0; tries < 10; tries++) expect(await signIn('guess')).toBe(401)
  expect(await signIn(PASSWORD)).toBe(429)
  await turnClock(0)
  expect(await signIn(PASSWORD)).toBe(200)
})

test('an answer to the bot check from before the jump is refused with a sentence, and a new one is taken', async () => {
  await turnClock(0)
  const old = await humanAnswer(parts.url, 'lead')
  await turnClock(HOUR)
  const details = buyer()
  expect(await leaveDetails({ ...details, turnstile: old })).toMatchObject({
    status: 403,
    error: { message: 'The check that you are a person did not work. Please try again.' },
  })
  expect(await leaveDetails({ ...details, turnstile: await humanAnswer(parts.url, 'lead') })).toMatchObject({
    status: 200,
  })
})

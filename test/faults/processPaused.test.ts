import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { useFaultyApp } from '../support/faults/faultyApp.ts'
import { startBuiltApp } from '../support/processes/app.ts'

const { parts, statusOf, askForHome, leaveDetails, emailsAbout, leadsOf } = useFaultyApp({ WORKER: 'off' })

/** As a machine does that swaps, or is moved while it runs. */
async function halt(child: ChildProcess) {
  child.kill('SIGSTOP')
  await eventually(() => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.startsWith('T'))
  return () => child.kill('SIGCONT')
}

const PAUSE_MS = 2_500

async function startWorker() {
  const { PORT: _none, ...env } = parts.env
  const worker = await startBuiltApp(env, 'worker')
  onTestFinished(async () => {
    await worker.stop()
  })
  return worker
}

test('the application paused while working: when it continues, every call is answered, and each lead is stored once', async () => {
  const calls = Array.from({ length: 20 }, askForHome)
  const leads = Array.from({ length: 5 }, () => leaveDetails())
  await statusOf('/healthz')
  const goOn = await halt(parts.app.process)
  await expect(fetch(`${parts.url}/healthz`, { signal: AbortSignal.timeout(PAUSE_MS) })).rejects.toThrow('timeout')
  goOn()
  expect(new Set(await Promise.all(calls))).toEqual(new Set([200]))
  for (const { status, email } of await Promise.all(leads)) {
    expect(status).toBe(200)
    expect(await leadsOf(email)).toHaveLength(1)
  }
})

test('a worker paused while sending an email: others do the rest, and when it continues its email arrives once', async () => {
  const stopped = await startWorker()
  await parts.lines.mail.become('slow')
  const tries = parts.smtp.attempts
  const held = await leaveDetails()
  await eventually(() => parts.smtp.attempts > tries)
  const goOn = await halt(stopped.process)
  await parts.lines.mail.become('good')

  await startWorker()
  const after = await leaveDetails()
  await eventually(() => emailsAbout(after.email).length === 1)
  goOn()
  await eventually(() => emailsAbout(held.email).length === 1)
  const unfinished = () => parts.database.sql`select from pgboss.job where name = 'mail' and state <> 'completed'`
  await eventually(async () => (await unfinished()).length === 0)
  for (const { email } of [held, after]) expect(emailsAbout(email)).toHaveLength(1)
})

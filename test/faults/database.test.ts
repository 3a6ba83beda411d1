import { expect, test } from 'vitest'
import { leadForm } from '../fixtures/leads.ts'
import { eventually } from '../support/eventually.ts'
import { expectRecoveryFromDatabaseOutage, useFaultyApp } from '../support/faults/faultyApp.ts'

const app = useFaultyApp()
const { parts, statusOf, askForHome, leaveDetails, emailsAbout, leadsOf } = app

test.each(['closed', 'reset'] as const)(
  'the connection to the database %s under 20 calls: each gets a response, and the next ones work',
  async (how) => {
    const statuses = new Set<number>()
    for (let round = 0; round < 8; round++) {
      const calls = Array.from({ length: 20 }, askForHome)
      // At a different moment each time: a query or a result may be cut in the middle.
      await statusOf('/healthz')
      parts.lines.database.cut(how)
      for (const status of await Promise.all(calls)) statuses.add(status)
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    await eventually(async () => (await askForHome()) === 200)
  },
)

test('the connection to the database slow: everything works, only later', async () => {
  await parts.lines.database.become('slow')
  expect(await askForHome()).toBe(200)
  await parts.lines.database.become('good')
})

test('the connection to the database refused: the process keeps running, reports that it is not ready, and recovers by itself', () =>
  expectRecoveryFromDatabaseOutage(app, 'away'))

test('a full database disk: pages work, a form is asked to try again, and the same form is accepted later', async () => {
  const { sql } = parts.database
  const unavailable = () =>
    parts.app
      .output()
      .split('\n')
      .filter((line) => line.includes('"msg":"database unavailable"'))
  await sql`create function refuse_row() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`
  await sql`create trigger no_room before insert on lead for each row execute function refuse_row()`
  const details = leadForm()
  expect(await leaveDetails(details)).toMatchObject({
    status: 503,
    error: { message: 'The service is temporarily unavailable. Please try again in a moment.' },
  })
  expect(await askForHome()).toBe(200)
  await eventually(() => unavailable().some((line) => line.includes('No space left on device')))

  await sql`drop trigger no_room on lead`
  expect((await leaveDetails(details)).status).toBe(200)
  expect(await leadsOf(details.email)).toHaveLength(1)
  await eventually(() => emailsAbout(details.email).length === 1)
})

import { expect, test } from 'vitest'
import { leadForm } from '../fixtures/leads.ts'
import { eventually } from '../support/eventually.ts'
import { useFaultyApp } from '../support/faults/faultyApp.ts'

const { parts, askForHome, leaveDetails, emailsAbout, leadsOf } = useFaultyApp()

test('a full database disk: pages work, a form is asked to try again, and the same form is accepted later', async () => {
  const { sql } = parts.database
  await sql`create function refuse_row() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`
  await sql`create trigger no_room before insert on lead for each row execute function refuse_row()`
  const details = leadForm()
  expect(await leaveDetails(details)).toMatchObject({
    status: 503,
    error: { message: 'The service is temporarily unavailable. Please try again in a moment.' },
  })
  expect(await askForHome()).toBe(200)
  await parts.app.saying('"msg":"database unavailable"')

  await sql`drop trigger no_room on lead`
  expect((await leaveDetails(details)).status).toBe(200)
  expect(await leadsOf(details.email)).toHaveLength(1)
  await eventually(() => emailsAbout(details.email).length === 1)
})

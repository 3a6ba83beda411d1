import { expect } from 'vitest'
import { eventually } from './eventually.ts'
import type { useFaultyApp } from './faultyApp.ts'
import type { LineState } from './faultyLine.ts'

/** A connection that says nothing is given up within 20 s. */
const PATIENCE = 40_000

/** The line to the database becomes bad under calls that are under way, and good again. */
export async function outliveDatabase(app: ReturnType<typeof useFaultyApp>, how: LineState) {
  const { askForHome, statusOf, leaveDetails, mailsAbout } = app
  const line = app.parts.lines.database
  const underWay = Array.from({ length: 20 }, askForHome)
  await statusOf('/healthz')
  await line.become(how)
  for (const status of await Promise.all(underWay)) expect([200, 503]).toContain(status)
  expect(await askForHome()).toBe(503)
  expect((await leaveDetails()).status).toBe(503)
  expect(await statusOf('/healthz')).toBe(200)
  expect(await statusOf('/readyz')).toBe(503)

  await line.become('good')
  await eventually(async () => (await statusOf('/readyz')) === 200, PATIENCE)
  const { email } = await eventually(async () => {
    const answer = await leaveDetails()
    return answer.status === 200 && answer
  }, PATIENCE)
  await eventually(() => mailsAbout(email).length === 1, PATIENCE)
}

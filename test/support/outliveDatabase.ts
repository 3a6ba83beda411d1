import { expect } from 'vitest'
import { eventually } from './eventually.ts'
import type { useFaultyApp } from './faultyApp.ts'
import type { LineState } from './faultyLine.ts'

/** A silent connection is closed within 20 s. */
const RECOVERY_TIMEOUT_MS = 40_000

/** The network to the database fails while calls are under way, and recovers. */
export async function outliveDatabase(app: ReturnType<typeof useFaultyApp>, how: LineState) {
  const { askForHome, statusOf, leaveDetails, emailsAbout } = app
  const line = app.parts.lines.database
  const underWay = Array.from({ length: 20 }, askForHome)
  await statusOf('/healthz')
  await line.become(how)
  const later = [askForHome(), leaveDetails().then(({ status }) => status), statusOf('/healthz'), statusOf('/readyz')]
  for (const status of await Promise.all(underWay)) expect([200, 503]).toContain(status)
  expect(await Promise.all(later)).toEqual([503, 503, 200, 503])

  await line.become('good')
  await eventually(async () => (await statusOf('/readyz')) === 200, RECOVERY_TIMEOUT_MS)
  const { email } = await eventually(async () => {
    const answer = await leaveDetails()
    return answer.status === 200 && answer
  }, RECOVERY_TIMEOUT_MS)
  await eventually(() => emailsAbout(email).length === 1, RECOVERY_TIMEOUT_MS)
}

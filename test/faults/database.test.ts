import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { expectRecoveryFromDatabaseOutage, useFaultyApp } from '../support/faults/faultyApp.ts'

const app = useFaultyApp()
const { parts, statusOf, askForHome } = app

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

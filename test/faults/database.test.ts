import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { useFaultyApp } from '../support/faultyApp.ts'

/** A connection that says nothing is given up after 18 s. */
const PATIENCE = 40_000

const { parts, statusOf, askForHome, leaveDetails, mailsAbout } = useFaultyApp()

test.each(['closed', 'reset'] as const)(
  'the line to the database %s under 20 calls: each is answered, and the next ones work',
  async (how) => {
    const statuses = new Set<number>()
    for (let round = 0; round < 8; round++) {
      const calls = Array.from({ length: 20 }, askForHome)
      // At another moment each time: a question, or an answer, may be cut in the middle.
      await statusOf('/healthz')
      parts.lines.database.cut(how)
      for (const status of await Promise.all(calls)) statuses.add(status)
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    await eventually(async () => (await askForHome()) === 200)
  },
)

test('the line to the database slow: everything is answered, only later', async () => {
  await parts.lines.database.become('slow')
  expect(await askForHome()).toBe(200)
  await parts.lines.database.become('good')
})

test.each(['away', 'silent'] as const)(
  'the line to the database %s: the process lives, says that it is not ready, and takes up its work again by itself',
  async (how) => {
    const underWay = Array.from({ length: 20 }, askForHome)
    await statusOf('/healthz')
    await parts.lines.database.become(how)
    for (const status of await Promise.all(underWay)) expect([200, 503]).toContain(status)
    expect(await askForHome()).toBe(503)
    expect((await leaveDetails()).status).toBe(503)
    expect(await statusOf('/healthz')).toBe(200)
    expect(await statusOf('/readyz')).toBe(503)
    await parts.lines.database.become('good')
    await eventually(async () => (await statusOf('/readyz')) === 200, PATIENCE)
    const { email } = await eventually(async () => {
      const answer = await leaveDetails()
      return answer.status === 200 && answer
    }, PATIENCE)
    await eventually(() => mailsAbout(email).length === 1, PATIENCE)
  },
)

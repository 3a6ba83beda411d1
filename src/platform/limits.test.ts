import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/support/database.ts'
import { createLimits } from './limits.server.ts'
import { meters } from './metrics/meters.server.ts'

const threeAMinute = { name: 'test', points: 3, seconds: 60 }

test('too many tries are refused with the time to wait, and only for the one who tried', async () => {
  const limits = createLimits(await freshDatabase())
  for (let i = 0; i < 3; i++) await limits.spend(threeAMinute, 'mallory')
  const refusal = await limits.spend(threeAMinute, 'mallory').catch((error: unknown) => error)
  const isWholeSecondsWithinTheMinute = (wait: number) => Number.isInteger(wait) && wait > 30 && wait <= 60
  expect(refusal).toMatchObject({ status: 429, retryAfter: expect.toSatisfy(isWholeSecondsWithinTheMinute) })
  await limits.spend(threeAMinute, 'mia')
})

test('tries that arrive together are all counted', async () => {
  const limits = createLimits(await freshDatabase())
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => limits.spend(threeAMinute, 'mallory')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
})

test('threat 53: a restart, or another process, does not start the count again', async () => {
  const database = await freshDatabase()
  for (let i = 0; i < 3; i++) await createLimits(database).spend(threeAMinute, 'mallory')
  await expect(createLimits(database).spend(threeAMinute, 'mallory')).rejects.toMatchObject({ status: 429 })
})

test('tries can be forgiven', async () => {
  const limits = createLimits(await freshDatabase())
  for (let i = 0; i < 3; i++) await limits.spend(threeAMinute, 'mia')
  await limits.forgive(threeAMinute, 'mia')
  await limits.spend(threeAMinute, 'mia')
})

test('counters that have run out are swept', async () => {
  const database = await freshDatabase()
  const limits = createLimits(database)
  await limits.spend(threeAMinute, 'mia')
  await database.sql`insert into rate_limit values ('old', 1, ${Date.now() - 1_000})`
  await limits.sweep()
  const left = await database.sql`select key from rate_limit`
  expect(left).toEqual([{ key: expect.stringMatching(/^test:/) }])
  expect(left[0]?.key).not.toContain('mia')
})

test('a limit for what is done silently says whether it is reached', async () => {
  const limits = createLimits(await freshDatabase())
  const answers: boolean[] = []
  for (let i = 0; i < 5; i++) answers.push(await limits.isWithin(threeAMinute, 'mia'))
  expect(answers).toEqual([true, true, true, false, false])

  expect(await limits.isWithin(threeAMinute, 'theo')).toBe(true)
  const sameForSomethingElse = { ...threeAMinute, name: 'another' }
  expect(await limits.isWithin(sameForSomethingElse, 'mia')).toBe(true)
  const { values } = await meters.rateLimited.get()
  expect(values.filter(({ labels }) => labels.limit === 'another')).toEqual([])
})

test('a count from a clock that was far ahead is forgotten, one within its time is not', async () => {
  const database = await freshDatabase()
  const limits = createLimits(database)
  const expiresInSeconds = (seconds: number) =>
    database.sql`update rate_limit set expire = ${Date.now() + seconds * 1000}, points = 3`
  await limits.spend(threeAMinute, 'mia')
  await expiresInSeconds(90)
  await limits.spend(threeAMinute, 'mia')
  for (let i = 0; i < 2; i++) await limits.spend(threeAMinute, 'mia')
  await expect(limits.spend(threeAMinute, 'mia')).rejects.toMatchObject({ status: 429 })
  await expiresInSeconds(59)
  await expect(limits.spend(threeAMinute, 'mia')).rejects.toMatchObject({ status: 429 })
})

test('a database that cannot be reached is an error, and nobody is told to wait', async () => {
  const database = await freshDatabase()
  const limits = createLimits(database)
  await database.sql`alter table rate_limit rename to gone`
  await expect(limits.spend(threeAMinute, 'mia')).rejects.toThrow('does not exist')
  await expect(limits.isWithin(threeAMinute, 'mia')).rejects.toThrow('does not exist')
})

test('refusals are counted by the name of their limit, and nothing else is', async () => {
  const limits = createLimits(await freshDatabase())
  const limit = { ...threeAMinute, name: 'counted_refusals' }
  for (let i = 0; i < 5; i++) await limits.isWithin(limit, 'mia')
  const { values } = await meters.rateLimited.get()
  expect(values.filter(({ labels }) => labels.limit === limit.name)).toEqual([
    { labels: { limit: limit.name }, value: 2 },
  ])
})

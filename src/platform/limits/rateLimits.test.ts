import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, freshDatabase } from '../../../test/support/database.ts'
import { meters } from '../telemetry/metrics.server.ts'
import { createLimits } from './rateLimits.server.ts'

/** Tests share a database, so each counts under its own name. */
const threeAMinute = (name: string) => ({ name, points: 3, seconds: 60 })

let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const refusalsOf = async (name: string) =>
  (await meters.rateLimited.get()).values.filter(({ labels }) => labels.limit === name).map(({ value }) => value)

test('too many attempts are refused with the time to wait, and only for the key that made them', async () => {
  const limits = createLimits(database)
  const limit = threeAMinute('refused')
  for (let i = 0; i < 3; i++) await limits.spend(limit, 'mallory')
  const refusal = await limits.spend(limit, 'mallory').catch((error: unknown) => error)
  const isWholeSecondsWithinTheMinute = (wait: number) => Number.isInteger(wait) && wait > 30 && wait <= 60
  expect(refusal).toMatchObject({ status: 429, retryAfter: expect.toSatisfy(isWholeSecondsWithinTheMinute) })
  await limits.spend(limit, 'mia')
})

test('simultaneous attempts are all counted', async () => {
  const limits = createLimits(database)
  const tries = Array.from({ length: 20 }, () => limits.spend(threeAMinute('together'), 'mallory'))
  const outcomes = await Promise.allSettled(tries)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
})

test('threat 53: a restart or another process does not reset the count', async () => {
  const limit = threeAMinute('restarted')
  for (let i = 0; i < 3; i++) await createLimits(database).spend(limit, 'mallory')
  await expect(createLimits(database).spend(limit, 'mallory')).rejects.toMatchObject({ status: 429 })
})

test('a count can be reset', async () => {
  const limits = createLimits(database)
  const limit = threeAMinute('forgiven')
  for (let i = 0; i < 3; i++) await limits.spend(limit, 'mia')
  await limits.forgive(limit, 'mia')
  await limits.spend(limit, 'mia')
})

test('a limit can be checked without an error', async () => {
  const limits = createLimits(database)
  const limit = threeAMinute('silent')
  const answers: boolean[] = []
  for (let i = 0; i < 5; i++) answers.push(await limits.isWithin(limit, 'mia'))
  expect(answers).toEqual([true, true, true, false, false])
  expect(await limits.isWithin(limit, 'theo')).toBe(true)
  expect(await limits.isWithin(threeAMinute('another'), 'mia')).toBe(true)
})

test('refusals are counted by the name of their limit', async () => {
  const limits = createLimits(database)
  for (let i = 0; i < 5; i++) await limits.isWithin(threeAMinute('counted'), 'mia')
  expect(await refusalsOf('counted')).toEqual([2])
})

test('a count from a clock that was far ahead is ignored, a recent one is not', async () => {
  const limits = createLimits(database)
  const limit = threeAMinute('clock')
  const expiresInSeconds = (seconds: number) =>
    database.sql`update rate_limit set expire = ${Date.now() + seconds * 1000}, points = 3 where key like 'clock:%'`
  await limits.spend(limit, 'mia')
  await expiresInSeconds(90)
  for (let i = 0; i < 3; i++) await limits.spend(limit, 'mia')
  await expect(limits.spend(limit, 'mia')).rejects.toMatchObject({ status: 429 })
  await expiresInSeconds(59)
  await expect(limits.spend(limit, 'mia')).rejects.toMatchObject({ status: 429 })
})

test('expired counters are deleted, and none contains personal data', async () => {
  const own = await freshDatabase()
  const limits = createLimits(own)
  await limits.spend(threeAMinute('kept'), 'mia')
  await own.sql`insert into rate_limit values ('old', 1, ${Date.now() - 1_000})`
  await limits.sweep()
  const left = await own.sql`select key from rate_limit`
  expect(left).toEqual([{ key: expect.stringMatching(/^kept:[\w-]{43}$/) }])
})

test('an unreachable database is an error, not a rate limit', async () => {
  const own = await freshDatabase()
  const limits = createLimits(own)
  const limit = threeAMinute('unreachable')
  await own.sql`alter table rate_limit rename to gone`
  await expect(limits.spend(limit, 'mia')).rejects.toThrow('does not exist')
  await expect(limits.isWithin(limit, 'mia')).rejects.toThrow('does not exist')
  expect(await refusalsOf(limit.name)).toEqual([])
})

test('threat 52: an IPv6 network has ten times the limit of one address, and IPv4 addresses share no limit', async () => {
  const limits = createLimits(await freshDatabase())
  const allowed = async (addresses: string[], name = 'network') =>
    (await Promise.allSettled(addresses.map((address) => limits.spendByAddress(threeAMinute(name), address)))).filter(
      ({ status }) => status === 'fulfilled',
    ).length
  const inOneNetwork = Array.from({ length: 40 }, (_, n) => `2001:db8:7:${n.toString(16)}::1`)
  expect(await allowed(inOneNetwork)).toBe(30)
  expect(await allowed(inOneNetwork, 'another')).toBe(30)
  expect(await allowed(Array.from({ length: 40 }, (_, n) => `203.0.113.${n}`))).toBe(40)
  expect(await allowed(Array(4).fill('2001:db8:8::1'))).toBe(3)
})

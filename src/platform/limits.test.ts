import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/support/database.ts'
import { createLimits } from './limits.server.ts'

const threeAMinute = { name: 'test', points: 3, seconds: 60 }

test('too many tries are refused with the time to wait, and only for the one who tried', async () => {
  const limits = createLimits(await freshDatabase())
  for (let i = 0; i < 3; i++) await limits.spend(threeAMinute, 'mallory')
  await expect(limits.spend(threeAMinute, 'mallory')).rejects.toMatchObject({
    status: 429,
    retryAfter: expect.any(Number),
  })
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

test('threat 52: an IPv6 network has ten times what one of its addresses has, and IPv4 addresses share nothing', async () => {
  const limits = createLimits(await freshDatabase())
  const allowed = async (addresses: string[]) =>
    (await Promise.allSettled(addresses.map((address) => limits.spendByAddress(threeAMinute, address)))).filter(
      ({ status }) => status === 'fulfilled',
    ).length
  const inOneNetwork = Array.from({ length: 40 }, (_, n) => `2001:db8:7:${n.toString(16)}::1`)
  expect(await allowed(inOneNetwork)).toBe(30)
  expect(await allowed(Array.from({ length: 40 }, (_, n) => `203.0.113.${n}`))).toBe(40)
  expect(await allowed(Array(4).fill('2001:db8:8::1'))).toBe(3)
})

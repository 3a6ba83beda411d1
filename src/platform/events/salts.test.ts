import { expect, test } from 'vitest'
import { freshDatabase } from '../../../test/support/database.ts'
import { createSalts, sweepVisitors } from './salts.server.ts'

const noon = new Date('2026-11-15T00:00:00Z')
const later = (hours: number) => new Date(noon.getTime() + hours * 3600_000)

test('a day has one salt in a time zone, whichever process asks, and the next day has another', async () => {
  const database = await freshDatabase()
  const processes = Array.from({ length: 5 }, () => createSalts(database))

  const [salt, ...others] = await Promise.all(processes.map((salts) => salts.find(noon, 'Pacific/Auckland')))

  expect(salt).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(others)).toEqual(new Set([salt]))
  const [salts = createSalts(database)] = processes
  expect(await salts.find(later(10), 'Pacific/Auckland')).toBe(salt)
  expect(await salts.find(later(11), 'Pacific/Auckland')).not.toBe(salt)
  expect(await salts.find(noon, 'Europe/London')).not.toBe(salt)
  const days = await database.sql`select day from visitor_salt order by day`
  expect(days.map(({ day }) => day)).toEqual([
    '2026-11-15 Europe/London',
    '2026-11-15 Pacific/Auckland',
    '2026-11-16 Pacific/Auckland',
  ])
})

test('salts, and what they told apart, are gone after 48 hours', async () => {
  const { sql, db } = await freshDatabase()
  for (const hours of [47, 49]) {
    const moment = new Date(Date.now() - hours * 3600_000).toISOString()
    await sql`insert into visitor_salt (day, salt, "createdAt") values (${String(hours)}, 's', ${moment})`
    await sql`insert into visitor_seen (key, "createdAt") values (${String(hours)}, ${moment})`
    await sql`insert into visitor_address (key, visitors, "createdAt") values (${String(hours)}, 1, ${moment})`
  }

  await sweepVisitors(db)

  expect(await sql`select day from visitor_salt`).toEqual([{ day: '47' }])
  expect(await sql`select key from visitor_seen`).toEqual([{ key: '47' }])
  expect(await sql`select key from visitor_address`).toEqual([{ key: '47' }])
})

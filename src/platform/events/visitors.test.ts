import { expect, test } from 'vitest'
import { freshDatabase } from '../../../test/support/database.ts'
import { readUserAgent } from './userAgent.server.ts'
import { createSalts, sweepVisitorData } from './visitors.server.ts'

test('a local day has one salt in every process, and the next day has another', async () => {
  const database = await freshDatabase()
  const processes = Array.from({ length: 5 }, () => createSalts(database))

  const [salt, ...others] = await Promise.all(processes.map((salts) => salts.find('2026-11-15')))

  expect(salt).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(others)).toEqual(new Set([salt]))
  const [salts = createSalts(database)] = processes
  expect(await salts.find('2026-11-16')).not.toBe(salt)
  expect(await salts.find('2026-11-15')).toBe(salt)
  const days = await database.sql`select day from visitor_salt order by day`
  expect(days.map(({ day }) => day)).toEqual(['2026-11-15', '2026-11-16'])
})

test('salts and all data that depends on them are deleted after 48 hours', async () => {
  const { sql, db } = await freshDatabase()
  for (const hours of [47, 49]) {
    const moment = new Date(Date.now() - hours * 3600_000).toISOString()
    await sql`insert into visitor_salt (day, salt, "createdAt") values (${String(hours)}, 's', ${moment})`
    await sql`insert into visitor_seen (key, "createdAt") values (${String(hours)}, ${moment})`
    await sql`insert into visitor_address (key, visitors, "createdAt") values (${String(hours)}, 1, ${moment})`
  }

  await sweepVisitorData(db)

  expect(await sql`select day from visitor_salt`).toEqual([{ day: '47' }])
  expect(await sql`select key from visitor_seen`).toEqual([{ key: '47' }])
  expect(await sql`select key from visitor_address`).toEqual([{ key: '47' }])
})

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0'
test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/141.0.0.0`, 'desktop', 'Windows', 'Edge'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME} Mobile Safari/537.36`, 'mobile', 'Android', 'Chrome'],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    ...['tablet', 'iOS', 'Safari'],
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'desktop', 'Linux', 'Firefox'],
])('%s is read as %s, %s, %s', (userAgent, device, os, browser) => {
  expect(readUserAgent(`${userAgent}`)).toEqual({ device, os, browser, isBot: false })
})

import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { openHome } from '#db/schema/listings.ts'
import { createListing } from '../../../../test/fixtures/listings.ts'
import { freshDatabase } from '../../../../test/support/database.ts'
import { calendarFile, findCalendarEntry } from './calendarEntries.server.ts'

const APP_URL = 'https://files.example.nz'

test('threat 222: a title, a note or a name with line breaks and control characters adds no entry or property', async () => {
  const { db } = await freshDatabase()
  const nasty = 'Villa\r\nEND:VEVENT\rBEGIN:VALARM\nX-EVIL:1\u2028X-EVIL:2\u0085X-EVIL:3\u000bX\u0007;A=B,C\\n"D'
  const created = await createListing(db, { title: nasty, street: nasty, saleMethod: 'auction', saleAt: new Date() })
  const [visit] = await db
    .insert(openHome)
    .values({ listingId: created.id, startsAt: new Date(), endsAt: new Date(Date.now() + 1_000), note: nasty })
    .returning()
  const entries = [
    await findCalendarEntry(db, APP_URL, created, 'sale'),
    await findCalendarEntry(db, APP_URL, created, visit?.id ?? ''),
  ]
  const text = calendarFile(
    APP_URL,
    entries.filter((entry) => entry !== undefined),
    { name: nasty, refreshSeconds: 3_600 },
  )
  const calendar = new ICAL.Component(ICAL.parse(text))
  expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vevent', 'vevent'])
  expect(calendar.getAllProperties().map(({ name }) => name)).toEqual([
    ...['version', 'prodid', 'method', 'name', 'x-wr-calname', 'refresh-interval', 'x-published-ttl'],
  ])
  for (const event of calendar.getAllSubcomponents()) {
    expect(event.getAllSubcomponents()).toEqual([])
    expect(event.getAllProperties('x-evil')).toEqual([])
    expect(event.getFirstPropertyValue('summary')).toContain('END:VEVENT\nBEGIN:VALARM\nX-EVIL:1\nX-EVIL:2')
  }
  expect(text).not.toMatch(/^X-EVIL/m)
})

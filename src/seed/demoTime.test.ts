import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#values/time.ts'
import { demoListings } from './demoListings.ts'
import { demoMessages } from './demoMessages.ts'
import { demoOpenHome } from './demoOpenHomes.ts'
import { sundaysAround } from './demoTime.ts'

const format = (options: Intl.DateTimeFormatOptions, locale = 'en-NZ') =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'Pacific/Auckland' })
const weekdayAndTime = format({ weekday: 'long', hour: 'numeric', minute: '2-digit' })
const inNewZealand = (moment: Date) => weekdayAndTime.format(moment)
const isoDay = format({ dateStyle: 'short' }, 'en-CA')
/** Days since 1970. */
const localDay = (moment: Date) => Date.parse(isoDay.format(moment)) / DAY_MS

/** Every hour of weeks in which the clocks go forward, back, or neither. */
const times = ['2026-09-23', '2026-04-01', '2026-06-25', '2026-12-28'].flatMap((first) =>
  Array.from({ length: 8 * 24 }, (_, hour) => new Date(Date.parse(`${first}T00:20:00Z`) + hour * HOUR_MS)),
)
const listings = demoListings(new Date('2026-11-19'), 'user_1')
const agent = { firstName: 'Mia', lastName: 'Chen', agencyId: 'agcy_1' }

describe('the dates of the demo, whenever it is made', () => {
  test('have an open home on the last Saturday before today, from 11:00 to 11:45 in New Zealand', () => {
    for (const now of times) {
      const home = demoOpenHome({ now, agent, listings, leads: [] })?.home
      const [startsAt, endsAt] = [home?.startsAt ?? now, home?.endsAt ?? now]
      expect([inNewZealand(startsAt), inNewZealand(endsAt)], now.toISOString()).toEqual([
        expect.stringMatching(/^Saturday.*11:00/),
        expect.stringMatching(/^Saturday.*11:45/),
      ])
      const daysAgo = localDay(now) - localDay(startsAt)
      expect(daysAgo, now.toISOString()).toBeGreaterThanOrEqual(1)
      expect(daysAgo, now.toISOString()).toBeLessThanOrEqual(7)
    }
  })

  test('have a message that waits for 9:00 tomorrow', () => {
    for (const now of times) {
      const waiting = demoMessages({ now, agencyId: 'agcy_1', listings, leads: [] }).messages.find(
        (one) => !one.finishedAt,
      )
      const sendAt = waiting?.sendAt ?? now
      expect(inNewZealand(sendAt), now.toISOString()).toMatch(/ 9:00/)
      expect(localDay(sendAt) - localDay(now), now.toISOString()).toBe(1)
    }
  })

  test('have open homes on Sundays: the last one, which may be today, and the next two', () => {
    for (const now of times) {
      const days = sundaysAround(now)
      expect(days.map(inNewZealand), now.toISOString()).toEqual(Array(3).fill(expect.stringMatching(/^Sunday/)))
      const [last = 0, next] = days.map((day) => localDay(day) - localDay(now))
      expect([last <= 0, last > -7, next], now.toISOString()).toEqual([true, true, last + 7])
    }
  })
})

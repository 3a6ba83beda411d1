import { expect, test } from 'vitest'
import { AnalyticsInput, ratio } from './analytics.schema.ts'

test('without filters all events of the last 30 days are counted', () => {
  expect(AnalyticsInput.parse({})).toEqual({ listingId: '', leadId: '', range: '30d' })
})

test.each([
  { listingId: 'file_1' },
  { leadId: "lead_1'; drop table event" },
  { fileId: '' },
  { range: '1y' },
  { from: 'soon' },
  { to: '0000-12-31' },
  { device: '' },
  { place: 'x'.repeat(301) },
  { userId: 'usr_1' },
])('%o is refused', (input) => {
  expect(AnalyticsInput.safeParse(input).success).toBe(false)
})

test('a ratio to zero is 0', () => {
  expect(ratio(3, 0)).toBe(0)
  expect(ratio(1, 4)).toBe(0.25)
})

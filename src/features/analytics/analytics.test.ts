import { expect, test } from 'vitest'
import { AnalyticsQuestion } from './analytics.ts'

test('a question without words is about everything of the last month', () => {
  expect(AnalyticsQuestion.parse({})).toEqual({ listingId: '', leadId: '', range: '30d' })
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
])('%o is no question', (wish) => {
  expect(AnalyticsQuestion.safeParse(wish).success).toBe(false)
})

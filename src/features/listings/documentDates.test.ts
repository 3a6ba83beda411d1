import { expect, test } from 'vitest'
import { documentDates, outOfDateText, validityText } from './documentDates.ts'

const ZONE = 'Pacific/Auckland'
const NOW = new Date('2026-11-17T00:00:00Z')
const added = { changedAt: new Date('2026-08-20T00:00:00Z'), isUpdated: false }

test('a document shows when it was issued, and when it was added or updated', () => {
  const dates = (document: Partial<Parameters<typeof documentDates>[0]>) =>
    documentDates({ issuedOn: null, ...added, ...document }, ZONE, NOW).join(' · ')
  expect(dates({})).toBe('20 Aug')
  expect(dates({ issuedOn: '2026-02-10' })).toBe('Issued 10 Feb · added 20 Aug')
  expect(dates({ isUpdated: true })).toBe('Updated 20 Aug')
  expect(dates({ issuedOn: '2025-12-31', isUpdated: true })).toBe('Issued 31 Dec 2025 · updated 20 Aug')
})

test('the year is that of the agent’s day, not of Greenwich', () => {
  const newYear = new Date('2026-12-31T20:00:00Z')
  expect(documentDates({ issuedOn: '2027-01-01', ...added }, ZONE, newYear)[0]).toBe('Issued 1 Jan')
})

test.each([
  ['a LIM of 90 days', { kind: 'lim', issuedOn: '2026-08-19' }, {}, undefined],
  ['a LIM of 91 days', { kind: 'lim', issuedOn: '2026-08-18' }, {}, 'More than 3 months old'],
  ['a title of 31 days', { kind: 'title', issuedOn: '2026-10-17' }, {}, 'More than 1 month old'],
  ['a floor plan of any age', { kind: 'floor_plan', issuedOn: '1999-01-01' }, {}, undefined],
  [
    'a type with the agent’s limit',
    { kind: 'building_report', issuedOn: '2026-01-01' },
    { building_report: 180 },
    'More than 6 months old',
  ],
  ['a type that the agent never wants to hear about', { kind: 'lim', issuedOn: '2020-01-01' }, { lim: 0 }, undefined],
  ['a title without a date, uploaded 89 days ago', { kind: 'title', issuedOn: null }, {}, 'More than 1 month old'],
  ['a LIM without a date, uploaded 89 days ago', { kind: 'lim', issuedOn: null }, {}, undefined],
] as const)('%s', (_what, document, chosen, text) => {
  expect(outOfDateText({ ...added, ...document }, chosen, ZONE, NOW)).toBe(text)
})

test('limits are said in days, months or a year', () => {
  expect([14, 30, 60, 180, 365].map(validityText)).toEqual(['14 days', '1 month', '2 months', '6 months', '1 year'])
})

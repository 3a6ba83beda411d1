import { expect, test } from 'vitest'
import { findIssueDate } from './findIssueDate.ts'

const TODAY = '2026-11-17'
const find = (text: string) => findIssueDate(text, TODAY)

test.each([
  ['Date of issue: 10 February 2026', '2026-02-10'],
  ['Issued 10/02/2026', '2026-02-10'],
  ['Dated 10 Feb 26', '2026-02-10'],
  ['Issue date 2026-02-10', '2026-02-10'],
  ['DATED this 3rd day of March 2026', '2026-03-03'],
  ['Inspection date\n07.09.2026', '2026-09-07'],
  ['Inspection Date: 7-Sep-2026', '2026-09-07'],
  ['Date inspected   1st  Sept. 2026', '2026-09-01'],
  ['Report date: February 10, 2026', '2026-02-10'],
  ['Guaranteed Search Copy Dated 20/08/26 10:12 am', '2026-08-20'],
  ['Search date: 20 Aug ’26', '2026-08-20'],
  ['Issued at Wellington by the council on 10 February 2026', '2026-02-10'],
  ['Land Information Memorandum\nDate: 9 May 2026', '2026-05-09'],
  ['Rating information as at 30 June 2026', '2026-06-30'],
  ['Issued on 17 November 2026', '2026-11-17'],
])('%j was issued on %s', (text, day) => {
  expect(find(text)).toBe(day)
})

test.each([
  ['no date', 'Land Information Memorandum for 12 Rata Street, issued by the council'],
  ['a date beside nothing that says so', 'The roof was painted in summer, 10 February 2026'],
  ['a date in the future', 'Issued 18 November 2026'],
  ['a day that does not exist', 'Dated 31/02/2026'],
  ['the month before the day', 'Dated 02/28/2026'],
  ['a date of the distant past', 'Dated 10 February 1890'],
  ['the date on which it expires', 'This certificate expires 10 February 2026'],
  ['the settlement date', 'Settlement date: 10 February 2026'],
  ['another sentence', 'Issued by the council. The garage was added on 10 February 2006'],
  ['a reference number', 'Issued under consent 10.02.2026.11 and SR10-02-20261'],
  ['words too far away', `Issued ${'by the territorial authority '.repeat(3)} 10 February 2026`],
])('%s is no date of issue', (_what, text) => {
  expect(find(text)).toBeUndefined()
})

test('of several dates the one with the surest words counts', () => {
  expect(find('Application received 3 February 2026. Issued 10 February 2026. Valid until 10 May 2026')).toBe(
    '2026-02-10',
  )
  expect(find('Date: 1 March 2026\nDate of inspection: 26 February 2026')).toBe('2026-02-26')
  expect(find('Issued 10 Feb 2026, revised and issued 12 Feb 2026')).toBe('2026-02-10')
})

test('the date of a title is when it was searched, not when it was first issued', () => {
  const title =
    'RECORD OF TITLE\nIdentifier WN12A/345\nDate Issued 07 October 1998\nPrior References\nSearch Copy Dated 20/08/26'
  expect(find(title)).toBe('2026-08-20')
})

test('a year of two digits is of the last century if it would be in the future', () => {
  expect(find('Dated 10/02/98')).toBe('1998-02-10')
  expect(find('Dated 10/12/26')).toBeUndefined()
})

test('a long text without dates does not make the search hang', () => {
  expect(find(`issued ${'1 jan 2 feb '.repeat(30_000)} ${'9'.repeat(100_000)}`)).toBeUndefined()
})

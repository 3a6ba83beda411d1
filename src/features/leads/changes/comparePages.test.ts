import { expect, test } from 'vitest'
import { comparePages, compareWords } from './comparePages.ts'

const page = (text: string) => ({ text, fingerprint: null })
const scan = (...greys: number[]) => ({
  text: '',
  fingerprint: Buffer.from(Array.from({ length: 256 }, (_, at) => greys[at % greys.length] ?? 0)).toString('base64'),
})
/** "1=1" the same, "2~3" different, "+4" new, "-5" gone. */
const summary = (...versions: Parameters<typeof comparePages>) =>
  comparePages(...versions)
    .map(({ state, from, to }) =>
      state === 'new' ? `+${to}` : state === 'gone' ? `-${from}` : `${from}${state === 'same' ? '=' : '~'}${to}`,
    )
    .join(' ')

const roof = page('The roof is original and in fair condition for its age')
const newRoof = page('The roof was replaced and is in good condition for its age')
const drains = page('The drains were inspected with a camera in March')
const summaryPage = page('Summary of this building report')

test('a document that did not change has no changed pages, whatever its spaces and line breaks', () => {
  expect(summary([summaryPage, roof], [page('Summary of  this\nbuilding report '), roof])).toBe('1=1 2=2')
  expect(summary([], [])).toBe('')
})

test('a page in the middle that is new or gone leaves the pages after it the same', () => {
  expect(summary([summaryPage, roof], [summaryPage, drains, roof])).toBe('1=1 +2 2=3')
  expect(summary([summaryPage, drains, roof], [summaryPage, roof])).toBe('1=1 -2 3=2')
})

test('a page with other words is different if it is recognisably the same page, and else gone and new', () => {
  expect(summary([summaryPage, roof, drains], [summaryPage, newRoof, drains])).toBe('1=1 2~2 3=3')
  expect(summary([roof], [drains])).toBe('-1 +1')
  expect(summary([roof, drains], [page('A new cover page'), newRoof, drains])).toBe('+1 1~2 2=3')
})

test('scans are compared by their pictures: slightly lighter is the same, partly other is different', () => {
  const sheetGreys = [255, 255, 40, 255]
  const sheet = scan(...sheetGreys)
  expect(summary([sheet], [scan(252, 254, 42, 253)])).toBe('1=1')
  expect(summary([sheet], [scan(255, 255, 40, 180)])).toBe('1~1')
  expect(summary([sheet], [scan(0, 20, 255, 10)])).toBe('-1 +1')
  // A stamp on one place of the sheet.
  const stamped = scan(...Array.from({ length: 256 }, (_, at) => (at === 200 ? 90 : (sheetGreys[at % 4] ?? 0))))
  expect(summary([sheet], [stamped])).toBe('1~1')
  // A page that has text now is no scan any more.
  expect(summary([sheet], [roof])).toBe('-1 +1')
})

test('two versions of a thousand pages without a page in common are paired in their order', () => {
  const pages = (word: string) => Array.from({ length: 1_000 }, (_, at) => page(`${word} ${at}`))
  expect(comparePages(pages('before'), pages('after'))).toHaveLength(1_000)
})

test('the words that are gone and new are named, and the rest stays in order', () => {
  expect(compareWords('The roof is original', 'The roof was replaced in 2019')).toEqual([
    { state: 'same', text: 'The roof ' },
    { state: 'gone', text: 'is original' },
    { state: 'new', text: 'was replaced in 2019' },
  ])
  expect(compareWords('', '')).toEqual([])
  expect(compareWords('gone', '')).toEqual([{ state: 'gone', text: 'gone' }])
})

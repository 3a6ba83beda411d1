import { describe, expect, test } from 'vitest'
import { type LeadActivity, leadBrief } from './leadBrief.ts'

/** A Friday. */
const today = '2026-03-13'

const brief = (activity: Partial<LeadActivity>) =>
  leadBrief({
    documents: [],
    searches: [],
    visitDays: [],
    openedFiles: 0,
    downloadedFiles: 0,
    isReadingDeclined: false,
    today,
    ...activity,
  })

/** Reads each page for so many seconds. */
const read = (kind: string | null, pageSeconds: number[], name = 'A document') => ({
  kind,
  name,
  pageSeconds,
  pageCount: pageSeconds.length,
  seconds: pageSeconds.reduce((sum, seconds) => sum + seconds, 0),
})
const onPages = (count: number, from: number, to: number, seconds: number) =>
  Array.from({ length: count }, (_, index) => (index + 1 >= from && index + 1 <= to ? seconds : 1))

describe('the brief of a lead', () => {
  test('says what was read, for how long and where, the searches and the returns', () => {
    const documents = [read('building_report', onPages(20, 12, 15, 55))]
    const visitDays = ['2026-03-12', '2026-03-10', '2026-03-05', '2026-03-10']
    expect(brief({ documents, searches: ['moisture'], visitDays, openedFiles: 1 })).toBe(
      'Read the building report for 4 min, mostly pages 12–15; searched ‘moisture’; back twice since Tuesday.',
    )
  })

  test('names two documents, the longest reading first, and counts the others', () => {
    const [title, lim] = [read('title', [60]), read('lim', Array(10).fill(30))]
    expect(brief({ documents: [title, lim] })).toBe('Read the LIM report for 5 min and the record of title for 1 min.')
    const more = [title, lim, read('rates', [20]), read('floor_plan', [20])]
    expect(brief({ documents: more })).toBe(
      'Read the LIM report for 5 min, the record of title for 1 min and 2 more documents.',
    )
    expect(brief({ documents: more.slice(0, 3) })).toMatch(/ and 1 more document\.$/)
  })

  test('uses the name where the type does not say which document', () => {
    expect(brief({ documents: [read('other', [40], 'Body corporate rules')] })).toBe(
      'Read ‘Body corporate rules’ for 40 s.',
    )
    const parts = [read('lim', [120], 'LIM part 1'), read('lim', [60], 'LIM part 2')]
    expect(brief({ documents: parts })).toBe('Read ‘LIM part 1’ for 2 min and ‘LIM part 2’ for 1 min.')
  })

  test('says one page where most of the time was on one page', () => {
    expect(brief({ documents: [read('lim', onPages(30, 7, 7, 90))] })).toBe(
      'Read the LIM report for 2 min, mostly page 7.',
    )
  })

  test('does not call downloads reading', () => {
    expect(brief({ downloadedFiles: 7 })).toBe('Downloaded 7 documents, but hasn’t opened one here.')
    expect(brief({ openedFiles: 1, downloadedFiles: 1 })).toBe('Opened 1 document, downloaded 1 document.')
    expect(brief({ documents: [read('rates', [30])], downloadedFiles: 2 })).toBe(
      'Read the rates for 30 s; downloaded 2 documents.',
    )
    expect(brief({ documents: [read('rates', [1])], openedFiles: 2 })).toBe('Opened 2 documents.')
  })

  test('says why there is nothing to say', () => {
    expect(brief({})).toBe('Hasn’t opened a document yet.')
    expect(brief({ isReadingDeclined: true, openedFiles: 3, downloadedFiles: 1 })).toBe(
      'Opened 3 documents, downloaded 1 document. Reading isn’t measured: this browser asks for privacy.',
    )
    expect(brief({ isReadingDeclined: true })).toBe('Reading isn’t measured: this browser asks for privacy.')
  })

  test('counts the days of the last week on which they came back, after the first visit', () => {
    const returns = (...visitDays: string[]) => brief({ visitDays }).replace('Hasn’t opened a document yet', '')
    expect(returns('2026-03-13')).toBe('.')
    expect(returns('2026-03-01', '2026-03-06')).toBe('.')
    expect(returns('2026-03-01', '2026-03-13')).toBe('; back today.')
    expect(returns('2026-03-01', '2026-03-12')).toBe('; back yesterday.')
    expect(returns('2026-03-01', '2026-03-07')).toBe('; back on Saturday.')
    expect(returns('2026-03-01', '2026-03-12', '2026-03-13')).toBe('; back twice since yesterday.')
    expect(returns('2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12')).toBe('; back 3 times since Tuesday.')
  })

  test('names the last three searches', () => {
    const searches = ['moisture', 'roof', 'easement', 'rates']
    expect(brief({ searches: searches.slice(0, 2) })).toMatch(/; searched ‘moisture’ and ‘roof’\.$/)
    expect(brief({ searches })).toMatch(/; searched ‘moisture’, ‘roof’ and ‘easement’\.$/)
  })
})

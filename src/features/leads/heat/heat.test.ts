import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentTypes } from '#features/listings/documentTypes.ts'
import { answerPoints, documentPoints, type HeatSignals, heatReasons, maxPoints, scoreHeat } from './heat.ts'

const document = fc.record({
  fileId: fc.constantFrom('file_a', 'file_b', 'file_c', 'file_d', 'file_e'),
  kind: fc.constantFrom(...Object.keys(documentTypes), 'unknown', null),
  pageCount: fc.integer({ min: 1, max: 200 }),
  pagesRead: fc.integer({ min: 0, max: 200 }),
  seconds: fc.double({ min: 0, max: 10_000, noNaN: true }),
})
const answer = fc.record({
  libraryKey: fc.constantFrom(...Object.keys(answerPoints), 'unknown'),
  answer: fc.constantFrom('Yes', 'No', 'Within 3 months', 'Now', 'To live in', 'Just looking', ''),
})
const signals: fc.Arbitrary<HeatSignals> = fc.record({
  daysSinceVisit: fc.option(fc.integer({ min: 0, max: 400 })),
  returnDays: fc.nat({ max: 60 }),
  documents: fc.uniqueArray(document, { maxLength: 5, selector: ({ fileId }) => fileId }),
  downloads: fc.nat({ max: 30 }),
  searches: fc.nat({ max: 30 }),
  answers: fc.uniqueArray(answer, { maxLength: 5, selector: ({ libraryKey }) => libraryKey }),
  isEmailVerified: fc.boolean(),
})

const total = (given: HeatSignals) => scoreHeat(given).total

describe('every lead’s heat', () => {
  test('is between 0 and 100, in whole points that add up', () => {
    fc.assert(
      fc.property(signals, (given) => {
        const heat = scoreHeat(given)
        expect(heat.total).toBeGreaterThanOrEqual(0)
        expect(heat.total).toBeLessThanOrEqual(100)
        const points = Object.values(heat.points)
        expect(points.every((amount) => Number.isInteger(amount) && amount > 0)).toBe(true)
        expect(points.reduce((sum, amount) => sum + amount, 0)).toBe(heat.total)
      }),
    )
  })

  test('is the same for the same signals', () => {
    fc.assert(
      fc.property(signals, (given) => {
        expect(scoreHeat(structuredClone(given))).toEqual(scoreHeat(given))
      }),
    )
  })

  test('never falls when there is more of a signal', () => {
    const more = fc.nat({ max: 20 })
    fc.assert(
      fc.property(signals, document, answer, more, (given, extra, said, amount) => {
        const before = total(given)
        const grown: Partial<HeatSignals>[] = [
          { returnDays: given.returnDays + amount },
          { downloads: given.downloads + amount },
          { searches: given.searches + amount },
          { isEmailVerified: true },
          { documents: given.documents.map((one) => ({ ...one, seconds: one.seconds + amount })) },
          { documents: given.documents.map((one) => ({ ...one, pagesRead: one.pagesRead + amount })) },
          { documents: [...given.documents, { ...extra, fileId: 'file_new' }] },
        ]
        if (!given.answers.some(({ libraryKey }) => libraryKey === said.libraryKey))
          grown.push({ answers: [...given.answers, said] })
        if (given.daysSinceVisit !== null) grown.push({ daysSinceVisit: Math.max(0, given.daysSinceVisit - amount) })
        for (const change of grown) expect(total({ ...given, ...change })).toBeGreaterThanOrEqual(before)
      }),
    )
  })

  test('decays from day to day without a visit, down to nothing', () => {
    fc.assert(
      fc.property(signals, fc.nat({ max: 100 }), (given, day) => {
        const at = (daysSinceVisit: number) => total({ ...given, daysSinceVisit })
        expect(at(day + 1)).toBeLessThanOrEqual(at(day))
        expect(at(1)).toBeLessThan(at(0))
        expect(at(day + 28)).toBeLessThan(Math.max(1, at(day)))
        expect(at(200)).toBe(0)
      }),
    )
  })
})

const nothing: HeatSignals = {
  daysSinceVisit: null,
  returnDays: 0,
  documents: [],
  downloads: 0,
  searches: 0,
  answers: [],
  isEmailVerified: false,
}
const readAll = (kind: string) => ({ fileId: `file_${kind}`, kind, pageCount: 20, pagesRead: 20, seconds: 10_000 })

test('the points of all signals add up to 100, and a buyer who does everything has them all', () => {
  expect(Object.values(maxPoints).reduce((sum, points) => sum + points, 0)).toBe(100)
  expect(
    scoreHeat({
      daysSinceVisit: 0,
      returnDays: 20,
      documents: ['agreement', 'title', 'lim', 'building_report'].map(readAll),
      downloads: 10,
      searches: 10,
      answers: [
        { libraryKey: 'finance', answer: 'Yes' },
        { libraryKey: 'time_frame', answer: 'As soon as possible' },
        { libraryKey: 'selling_first', answer: 'No' },
      ],
      isEmailVerified: true,
    }).total,
  ).toBe(100)
  expect(scoreHeat(nothing)).toEqual({ total: 0, points: {} })
})

test('the agreement counts more than the building report, and that more than the rates', () => {
  const heatFor = (kind: string) => total({ ...nothing, documents: [readAll(kind)] })
  expect(heatFor('agreement')).toBe(documentPoints.agreement)
  expect(heatFor('agreement')).toBeGreaterThan(heatFor('building_report'))
  expect(heatFor('building_report')).toBeGreaterThan(heatFor('rates'))
  expect(heatFor('other')).toBe(total({ ...nothing, documents: [{ ...readAll('x'), kind: null }] }))
})

test('a download is not reading, and a page turned at once gives next to nothing', () => {
  expect(scoreHeat({ ...nothing, downloads: 7 }).points).toEqual({ downloads: 4 })
  const skimmed = { ...readAll('agreement'), pagesRead: 1, seconds: 3 }
  expect(total({ ...nothing, documents: [skimmed] })).toBe(0)
})

test.each([
  ['finance', 'Yes, approved', 4],
  ['finance', 'Cash buyer', 4],
  ['finance', 'In progress', 1],
  ['finance', 'Not yet', 0],
  ['time_frame', 'As soon as possible', 3],
  ['time_frame', 'Within 3 months', 2],
  ['time_frame', 'Within 6 months', 1],
  ['time_frame', 'Just looking', 0],
  ['selling_first', 'No', 2],
  ['selling_first', 'Yes', 0],
  ['purpose', 'To live in', 1],
  ['purpose', 'Not sure yet', 0],
  ['seen', 'Yes', 2],
  ['the agent’s own', 'Yes', 0],
  ['finance', 'Pre-approved', 4],
  ['finance', 'Applied, waiting to hear', 1],
  ['time_frame', '1–3 months', 2],
  ['time_frame', '3–6 months', 1],
  ['time_frame', '6+ months', 0],
  ['time_frame', 'More than 6 months', 0],
  ['time_frame', 'Not ready yet', 0],
  ['purpose', 'Our first home', 1],
])('the answer to “%s”, “%s”, gives %i points', (libraryKey, answer, points) => {
  expect(total({ ...nothing, answers: [{ libraryKey, answer }] })).toBe(points)
})

test('each document and each answer has its own points', () => {
  const { points } = scoreHeat({
    ...nothing,
    documents: [readAll('lim'), { ...readAll('title'), pagesRead: 5, seconds: 60 }],
    answers: [
      { libraryKey: 'finance', answer: 'Yes' },
      { libraryKey: 'seen', answer: 'No' },
    ],
  })
  expect(points).toEqual({ 'document:file_lim': 14, 'document:file_title': 3, 'answer:finance': 4 })
})

describe('the reasons for a lead’s heat', () => {
  const signals: HeatSignals = {
    daysSinceVisit: 0,
    returnDays: 2,
    documents: [
      { fileId: 'file_report', kind: 'building_report', pageCount: 20, pagesRead: 14, seconds: 600 },
      { fileId: 'file_rules', kind: 'other', pageCount: 1, pagesRead: 1, seconds: 60 },
    ],
    downloads: 1,
    searches: 2,
    answers: [{ libraryKey: 'finance', answer: 'Yes' }],
    isEmailVerified: true,
  }
  const documents = [
    { fileId: 'file_report', name: 'Report', kind: 'building_report' },
    { fileId: 'file_rules', name: 'Rules', kind: 'other' },
  ]
  const answers = [{ libraryKey: 'finance', question: 'Is your finance arranged?', answer: 'Yes' }]

  test('every point of the heat is explained in words, most points first', () => {
    const { points, total } = scoreHeat(signals)
    const reasons = heatReasons(points, { signals, documents, answers })
    expect(reasons.map(({ text, points }) => `${text}: ${points}`)).toEqual([
      'Visited today: 20',
      'Read 14 of 20 pages of the building report: 11',
      'Came back on 2 other days: 10',
      'Answered “Yes” to “Is your finance arranged?”: 4',
      'Verified their email address: 4',
      'Made 2 different searches: 3',
      'Downloaded 1 document: 2',
      'Read ‘Rules’: 2',
    ])
    expect(reasons.reduce((sum, { points }) => sum + points, 0)).toBe(total)
  })

  test('visits are counted in days, and what is known no more still has words', () => {
    const words = (points: Record<string, number>, change: Partial<HeatSignals> = {}) =>
      heatReasons(points, { signals: { ...signals, ...change }, documents: [], answers: [] }).map(({ text }) => text)
    expect(words({ recency: 16 }, { daysSinceVisit: 1 })).toEqual(['Visited yesterday'])
    expect(words({ recency: 10 }, { daysSinceVisit: 3 })).toEqual(['Last visited 3 days ago'])
    expect(words({ returns: 6 }, { returnDays: 1 })).toEqual(['Came back on another day'])
    expect(words({ searches: 2 }, { searches: 1 })).toEqual(['Searched in a document'])
    expect(words({ 'document:file_gone': 3, 'answer:gone': 2 })).toEqual(['Read a document', 'Answered a question'])
  })
})

import { expect, test } from 'vitest'
import { type HeatSignals, scoreHeat } from './heat.ts'
import { heatReasons } from './heatReasons.ts'

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

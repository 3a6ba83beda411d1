import { expect, test } from 'vitest'
import { normaliseText, searchableText } from './findMatches.ts'

const lines = (...strings: string[]) => strings.map((str) => ({ str, hasEOL: true }))

test('the search ignores accents and case', () => {
  expect(normaliseText('KŌWHAI')).toBe('kowhai')
  expect(searchableText(lines('Ngā Kōwhai')).text).toContain('nga kowhai')
})

test('matches can span lines, and any whitespace counts as one space', () => {
  const { text } = searchableText([{ str: 'code ' }, { str: ' compliance' }, ...lines('', 'certificate')])
  expect(text).toBe('code compliance certificate ')
})

test('every character has its position', () => {
  const pieces = lines('ﬁre', 'Tōtara')
  const { text, positions } = searchableText(pieces)
  expect(positions).toHaveLength(text.length)
  expect(positions[text.indexOf('tara')]).toEqual({ piece: 1, offset: 2 })
  // One character on the page that becomes two for the comparison.
  expect(text.startsWith('fire')).toBe(true)
  expect(positions.slice(0, 3).map(({ offset }) => offset)).toEqual([0, 0, 1])
})

import { expect, test } from 'vitest'
import { teal } from '#ui/theme/tokens.ts'
import { brandStyle, contrast, fitLogo, isReadableColour } from './brandLook.ts'

test('contrast is that of WCAG 2', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#ffffff', '#ffffff')).toBeCloseTo(1)
  // The lightest grey that passes AA on white, in every textbook, and the next one.
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2)
})

test.each([
  [teal, true],
  ['#1e4a86', true],
  ['#000000', true],
  ['#C8102E', true],
  // Enough on white, but not on the light grey behind some texts.
  ['#767676', false],
  ['#ffd100', false],
  ['#ffffff', false],
])('%s is readable on white, on light grey and under white text: %s', (colour, isReadable) => {
  expect(isReadableColour(colour)).toBe(isReadable)
})

test.each(['', 'red', '#fff', '#1e4a86;', '#1e4a86; background: url(https://evil.example)', 'var(--line)'])(
  'threat 152: %j is no colour, and sets no style',
  (colour) => {
    expect(isReadableColour(colour)).toBe(false)
    expect(brandStyle({ colour })).toBeUndefined()
  },
)

test('a colour that cannot be read leaves ours', () => {
  expect(brandStyle({ colour: '#ffd100' })).toBeUndefined()
  expect(brandStyle(null)).toBeUndefined()
  expect(brandStyle({ colour: '#1e4a86' })).toMatchObject({ '--mantine-color-teal-9': '#1e4a86' })
})

test('a logo fits into its room and is never enlarged', () => {
  const room = { width: 168, height: 40 }
  expect(fitLogo({ width: 504, height: 120 }, room)).toEqual({ width: 168, height: 40 })
  expect(fitLogo({ width: 120, height: 120 }, room)).toEqual({ width: 40, height: 40 })
  expect(fitLogo({ width: 504, height: 63 }, room)).toEqual({ width: 168, height: 21 })
  expect(fitLogo({ width: 90, height: 20 }, room)).toEqual({ width: 90, height: 20 })
})

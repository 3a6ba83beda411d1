import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ratePassword, strengthLabels } from './passwordStrength.ts'

describe('the strength of a password', () => {
  test.each([
    ['password', 'one of the first'],
    ['P@ssw0rd!2024', 'one of the first'],
    ['Summer2025!', 'one of the first'],
    ['aaaaaaaaaaaa', 'repeats'],
    ['abababababab', 'repeats'],
    ['1234567890', 'sequences like'],
    ['qwertyuiop', 'sequences like'],
    ['zyxwvuts', 'sequences like'],
  ])('%s is very weak, and the form says why', (password, reason) => {
    expect(ratePassword(password)).toMatchObject({ score: 0, word: 'Very weak' })
    expect(ratePassword(password).advice).toContain(reason)
  })

  test.each([
    ['73914628', 'numbers alone'],
    ['x7$Kp2', 'short passwords'],
    ['hi', 'short passwords'],
  ])('%s is at best weak', (password, reason) => {
    const { score, advice } = ratePassword(password)
    expect(score).toBeLessThanOrEqual(1)
    expect(advice).toContain(reason)
  })

  test.each(['rata street kettle morning', 'correct horse battery staple', 'Tūī sing at 5 in Karori!'])(
    '%s is strong',
    (password) => {
      expect(ratePassword(password)).toMatchObject({ score: 4, word: 'Strong' })
    },
  )

  test('every input gets a rating with a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1_024 }), (password) => {
        const { score, word, advice } = ratePassword(password)
        expect(word).toBe(strengthLabels[score])
        expect(advice).toMatch(/\.$/)
      }),
    )
  })

  test('more words never make it weaker', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 8 }), (password) => {
        expect(ratePassword(`${password} kettle morning`).score).toBeGreaterThanOrEqual(
          Math.min(2, ratePassword(password).score),
        )
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgePassword } from './passwordStrength.ts'

describe('how strong a password is', () => {
  test.each([
    ['ab', 0],
    ['123456', 0],
    ['password', 0],
    ['P@ssw0rd', 0],
    ['aaaaaaaaaaaaaaaa', 0],
    ['qwertyuiop', 0],
    ['Auckland2024', 0],
    ['rainy', 1],
    ['tuihouse', 2],
    ['Xk9vQ2mL', 2],
    ['Xk9#vQ2m!Lp', 4],
    ['correct horse battery staple', 4],
    ['ちいさな家と庭と猫がいる', 4],
  ])('%s scores %i', (password, score) => {
    expect(judgePassword(password).score).toBe(score)
  })

  test.each([
    ['welcome12', /guessed first/],
    ['l3tm3in', /guessed first/],
    ['xy4567', /Runs/],
    ['zzzzzzzt', /Repeating/],
    ['bird1987', /Years/],
    ['kfmwp', /short/],
    ['kfmwpvhrdb', /Another word/],
  ])('%s is told what is weak', (password, advice) => {
    expect(judgePassword(password).advice).toMatch(advice)
  })

  test('nothing typed is nothing to judge', () => {
    expect(judgePassword('')).toEqual({ score: 0, advice: '' })
  })

  test('a strong one is praised, and anything else is advised', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' }), (password) => {
        const { score, advice } = judgePassword(password)
        expect(advice).not.toBe('')
        expect(advice === 'Hard to guess.').toBe(score === 4)
        expect(advice).not.toContain('undefined')
      }),
    )
  })

  test('a password as long as the limit is judged at once', () => {
    const started = performance.now()
    judgePassword('abc1'.repeat(256))
    judgePassword('x'.repeat(1024))
    expect(performance.now() - started).toBeLessThan(500)
  })
})

import { expect, test } from 'vitest'
import { flagOf } from './flags.ts'

test('a country has its flag, and what is none has nothing', () => {
  expect(flagOf('NZ')).toMatch(/NZ.*\.svg/)
  expect(flagOf('GB')).toMatch(/GB.*\.svg/)
  expect(flagOf('ZZ')).toBeUndefined()
})

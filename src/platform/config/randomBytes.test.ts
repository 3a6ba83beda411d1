import { expect, test } from 'vitest'
import { takeRandomBytes } from './randomBytes.server.ts'

test('random bytes have the length asked for and are new each time, however many are taken', () => {
  const taken = Array.from({ length: 1_000 }, () => takeRandomBytes(16))
  expect(taken.every(({ length }) => length === 16)).toBe(true)
  expect(new Set(taken.map((bytes) => bytes.toString('hex'))).size).toBe(taken.length)
})

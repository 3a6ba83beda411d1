import { expect, test } from 'vitest'
import { maskedEmail } from './fieldSchemas.ts'

test.each([
  ['mia.fernbrook@harbour-homes.co.nz', 'mi…@harbour-homes.co.nz'],
  ['mia@example.nz', 'mi…@example.nz'],
  ['mi@example.nz', 'm…@example.nz'],
  ['m@example.nz', 'm…@example.nz'],
  ['𝒎𝒊𝒂@example.nz', '𝒎𝒊…@example.nz'],
  ['"a@b"@example.nz', '"a…@example.nz'],
])('threat 101: %s is shown as %s', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked)
})

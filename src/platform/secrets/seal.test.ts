import { describe, expect, test } from 'vitest'
import { createSeal } from './seal.server.ts'

const SECRET = 'a secret that is long enough for anybody'
const letter = { to: 'jane@example.com', text: 'Kia ora — your private link' }

describe('a sealed value', () => {
  test('decrypts to its original, even in another process with the same secret', () => {
    expect(createSeal(SECRET, 'mail').open(createSeal(SECRET, 'mail').close(letter))).toEqual(letter)
  })

  test('is unreadable, and different each time', () => {
    const seal = createSeal(SECRET, 'mail')
    const [one, other] = [seal.close(letter), seal.close(letter)]
    expect(Buffer.from(one, 'base64').toString('latin1')).not.toContain('jane')
    expect(one.slice(0, 16)).not.toBe(other.slice(0, 16))
    expect(one).not.toBe(other)
  })

  test('does not decrypt with another secret or for another purpose', () => {
    const sealed = createSeal(SECRET, 'mail').close(letter)
    expect(() => createSeal(`${SECRET}x`, 'mail').open(sealed)).toThrow()
    expect(() => createSeal(SECRET, 'webhook secret').open(sealed)).toThrow()
  })

  test('does not decrypt when a byte was changed or its end is missing', () => {
    const seal = createSeal(SECRET, 'mail')
    const bytes = Buffer.from(seal.close(letter), 'base64')
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8((changed.readUInt8(index) + 1) % 256, index)
      expect(() => seal.open(changed.toString('base64')), `byte ${index}`).toThrow()
    }
    expect(() => seal.open(bytes.subarray(0, -1).toString('base64'))).toThrow()
  })

  test('has a nonce of 96 bits and a tag of 128 bits', () => {
    const sealed = Buffer.from(createSeal(SECRET, 'mail').close('x'), 'base64')
    expect(sealed).toHaveLength(12 + 16 + JSON.stringify('x').length)
  })
})

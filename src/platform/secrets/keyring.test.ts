import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { deriveKeyPairs } from './deriveKeyPair.server.ts'
import { Keyring, keyBytes, SecretMissingError } from './keyring.server.ts'
import { createSeal, sealedWith } from './seal.server.ts'
import { readSignedText, signText } from './signedText.server.ts'

const OLD = 'the old secret, which is long enough'
const NEW = 'the new secret, which is long enough'
const STRANGERS = 'a secret that nobody here has ever had'
const letter = { to: 'jane@example.com' }

/** As versions before key ids have sealed. */
function sealWithoutId(secret: string) {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(hkdfSync('sha256', secret, '', 'seal mail', 32)), iv)
  const body = Buffer.concat([cipher.update(JSON.stringify(letter)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}

describe('while a secret is being changed', () => {
  const changing = { before: new Keyring(OLD, [NEW]), after: new Keyring(NEW, [OLD]) }

  test('what either process seals and signs, the other accepts', () => {
    for (const [maker, reader] of [
      [changing.before, changing.after],
      [changing.after, changing.before],
    ] as const) {
      expect(createSeal(reader, 'mail').open(createSeal(maker, 'mail').close(letter))).toEqual(letter)
      expect(readSignedText(reader, 'vendor link', signText(maker, 'vendor link', 'vend_1'))).toBe('vend_1')
      const [current] = deriveKeyPairs(maker, 'check-ins at the door')
      const accepted = deriveKeyPairs(reader, 'check-ins at the door').map((pair) => pair.getPublicKey('hex'))
      expect(accepted).toContain(current.getPublicKey('hex'))
    }
  })

  test('only the current secret seals and signs', () => {
    const sealed = createSeal(changing.after, 'mail').close(letter)
    expect(createSeal(NEW, 'mail').open(sealed)).toEqual(letter)
    expect(() => createSeal(OLD, 'mail').open(sealed)).toThrow(SecretMissingError)
    expect(sealedWith(sealed)).toBe(changing.after.id)
    const signed = signText(changing.after, 'vendor link', 'vend_1')
    expect(readSignedText(NEW, 'vendor link', signed)).toBe('vend_1')
    expect(readSignedText(OLD, 'vendor link', signed)).toBeUndefined()
  })

  test('a value that was sealed before values had the id of their secret opens with any of them', () => {
    expect(sealedWith(sealWithoutId(OLD))).toBeUndefined()
    expect(createSeal(changing.after, 'mail').open(sealWithoutId(OLD))).toEqual(letter)
    expect(createSeal(changing.after, 'mail').open(sealWithoutId(NEW))).toEqual(letter)
    expect(() => createSeal(changing.after, 'mail').open(sealWithoutId(STRANGERS))).toThrow()
  })

  test('a version before ids reads the new form: base64 ends at the padding', () => {
    for (const length of [0, 1, 2, 3, 4, 5]) {
      const sealed = createSeal(NEW, 'mail').close('x'.repeat(length))
      expect(Buffer.from(sealed, 'base64')).toHaveLength(12 + 16 + length + 2)
    }
  })

  test('a pseudonym stays the same in every process, also after the old secret has gone', () => {
    const first = { secretId: new Keyring(OLD).id, purpose: 'record subject' as const }
    const { material } = new Keyring(OLD).derive('record subject')[0] ?? { material: Buffer.alloc(0) }
    const own = new Keyring(OLD).fixed('record subject')
    for (const keyring of [changing.before, changing.after, new Keyring(NEW)]) {
      keyring.keep([{ ...first, material }])
      expect(keyring.fixed('record subject')).toEqual(own)
    }
  })

  test('a pseudonym whose key cannot be opened fails, and is not replaced by another', () => {
    const keyring = new Keyring(NEW)
    keyring.keep([{ secretId: 'unknown', purpose: 'record subject', material: Buffer.alloc(0) }])
    expect(() => keyring.fixed('record subject')).toThrow(SecretMissingError)
  })
})

describe('after a change', () => {
  test('a lasting link is accepted by the key that was kept, and a brief one is not', () => {
    const keyring = new Keyring(NEW)
    const kept = (purpose: 'vendor link' | 'sign storage') => ({
      ...{ purpose, secretId: new Keyring(OLD).id },
      material: new Keyring(OLD).derive(purpose)[0]?.material ?? Buffer.alloc(0),
    })
    expect(readSignedText(keyring, 'vendor link', signText(OLD, 'vendor link', 'vend_1'))).toBeUndefined()
    keyring.keep([kept('vendor link')])
    expect(readSignedText(keyring, 'vendor link', signText(OLD, 'vendor link', 'vend_1'))).toBe('vend_1')
    expect(readSignedText(keyring, 'calendar link', signText(OLD, 'calendar link', 'clnk_1'))).toBeUndefined()
    expect(signText(keyring, 'vendor link', 'vend_1')).toBe(signText(NEW, 'vendor link', 'vend_1'))
  })

  test('threat 242: a secret that has gone opens and signs nothing', () => {
    const keyring = new Keyring(NEW)
    expect(() => createSeal(keyring, 'mail').open(createSeal(OLD, 'mail').close(letter))).toThrow(SecretMissingError)
    // Before ids, too: it is the secret that is missing, not a bug.
    expect(() => createSeal(keyring, 'mail').open(sealWithoutId(OLD))).toThrow(SecretMissingError)
    expect(readSignedText(keyring, 'lead cookie', signText(OLD, 'lead cookie', 'lead_1'))).toBeUndefined()
  })
})

describe('a keyring', () => {
  test('threat 244: has another key for each purpose, also of a secret before', () => {
    const keyring = new Keyring(NEW, [OLD])
    for (const secret of [OLD, NEW]) {
      expect(readSignedText(keyring, 'lead cookie', signText(secret, 'lead link', 'lead_1'))).toBeUndefined()
      expect(() => createSeal(keyring, 'mail').open(createSeal(secret, 'webhook secret').close('x'))).toThrow()
    }
    const keys = [...keyring.derive('lead cookie'), ...keyring.derive('lead link')].map((key) =>
      keyBytes(key).toString('hex'),
    )
    expect(new Set(keys).size).toBe(4)
  })

  test('threat 243: a sealed value cannot be moved to another secret by changing or removing its id', () => {
    const [sealed] = createSeal(STRANGERS, 'mail').close(letter).split('.')
    const open = (text: string) => createSeal(new Keyring(NEW, [OLD]), 'mail').open(text)
    expect(() => open(sealed ?? '')).toThrow()
    expect(() => open(`${sealed}.${new Keyring(OLD).id}`)).toThrow()
    expect(() => open(`${sealed}.`)).toThrow()
    expect(() => open(`${createSeal(NEW, 'mail').close(letter)}x`)).toThrow(SecretMissingError)
  })

  test('threat 245: shows no secret when it is printed, logged or sent', () => {
    const env = { APP_SECRET: new Keyring(NEW, [OLD]) }
    env.APP_SECRET.derive('seal mail')
    for (const text of [JSON.stringify(env), inspect(env, { depth: 9, showHidden: true }), String(env.APP_SECRET)]) {
      expect(text).not.toContain('secret, which')
      expect(text).not.toContain(keyBytes(env.APP_SECRET.derive('seal mail')[0] ?? noKey()).toString('hex'))
    }
    expect(Object.values({ ...env.APP_SECRET })).toEqual([])
  })
})

function noKey(): never {
  throw new Error('No key.')
}

import { createHmac } from 'node:crypto'
import type { KeyPurpose } from '#values/keyPurposes.ts'
import { type AppSecret, currentKey, isSameText, keyBytes, type PurposeKey, toKeyring } from './keyring.server.ts'

/** A text with its signature, for links and keys that are valid without being stored. Each purpose has a key of its own. */
export function signText(secret: AppSecret, purpose: KeyPurpose, text: string) {
  return `${text}.${signature(currentKey(secret, purpose), text)}`
}

/** The text, if the signature is valid. */
export function readSignedText(secret: AppSecret, purpose: KeyPurpose, signed: string | undefined) {
  const end = signed?.lastIndexOf('.') ?? -1
  if (!signed || end < 0) return undefined
  const text = signed.slice(0, end)
  const given = signed.slice(end + 1)
  const isValid = toKeyring(secret)
    .accepted(purpose)
    .some((key) => isSameText(given, signature(key, text)))
  return isValid ? text : undefined
}

/** The text as it is signed now, then as earlier secrets have signed it: for what is made from a signed text and compared with what was sent. */
export const signedForms = (secret: AppSecret, purpose: KeyPurpose, text: string) =>
  toKeyring(secret)
    .accepted(purpose)
    .map((key) => `${text}.${signature(key, text)}`)

const signature = (key: PurposeKey, text: string) =>
  createHmac('sha256', keyBytes(key)).update(text).digest('base64url')

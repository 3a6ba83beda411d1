import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** A text with its signature, for links and keys that are valid without being stored. Each purpose has a key of its own. */
export function signText(secret: string, purpose: string, text: string) {
  return `${text}.${signature(secret, purpose, text)}`
}

/** The text, if the signature is valid. */
export function readSignedText(secret: string, purpose: string, signed: string | undefined) {
  const end = signed?.lastIndexOf('.') ?? -1
  if (!signed || end < 0) return undefined
  const text = signed.slice(0, end)
  const right = Buffer.from(signature(secret, purpose, text))
  const given = Buffer.from(signed.slice(end + 1))
  return given.length === right.length && timingSafeEqual(given, right) ? text : undefined
}

function signature(secret: string, purpose: string, text: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return createHmac('sha256', key).update(text).digest('base64url')
}

import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'

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
  return createHmac('sha256', keyFor(secret, purpose)).update(text).digest('base64url')
}

/** By purpose, of which there are a few. Deriving a key takes longer than signing with it. */
const keys = new Map<string, { secret: string; key: KeyObject }>()

function keyFor(secret: string, purpose: string) {
  const known = keys.get(purpose)
  if (known?.secret === secret) return known.key
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
  keys.set(purpose, { secret, key })
  return key
}

import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto'
import { deriveKeyPairs } from '#platform/secrets/deriveKeyPair.server.ts'
import type { AppSecret } from '#platform/secrets/keyring.server.ts'

const PURPOSE = 'check-ins at the door'
const KEY_INFO = 'property-files check-in at the door'
const PUBLIC_KEY_BYTES = 65
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** With this key a device encrypts its check-ins (sealEntry.ts). */
export const doorPublicKey = (secret: AppSecret) => deriveKeyPairs(secret, PURPOSE)[0].getPublicKey('base64url')

/** What a device has sealed under this label. Undefined if it was changed, is another entry's, or was sealed for another key. */
export function openEntry(secret: AppSecret, label: string, sealed: string): unknown {
  for (const pair of deriveKeyPairs(secret, PURPOSE)) {
    const entry = openWith(pair, label, Buffer.from(sealed, 'base64url'))
    if (entry !== undefined) return entry
  }
  return undefined
}

function openWith(pair: ECDH, label: string, bytes: Buffer): unknown {
  const devicesKey = bytes.subarray(0, PUBLIC_KEY_BYTES)
  const nonce = bytes.subarray(PUBLIC_KEY_BYTES, PUBLIC_KEY_BYTES + NONCE_BYTES)
  const body = bytes.subarray(PUBLIC_KEY_BYTES + NONCE_BYTES, -TAG_BYTES)
  try {
    const shared = pair.computeSecret(devicesKey)
    const key = Buffer.from(hkdfSync('sha256', shared, devicesKey, KEY_INFO, 32))
    const decipher = createDecipheriv('aes-256-gcm', key, nonce)
    decipher.setAAD(Buffer.from(label))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    return JSON.parse(Buffer.concat([decipher.update(body), decipher.final()]).toString())
  } catch {
    // A point that is not on the curve, too few bytes, or a tag that does not fit: to the sender they are all the same.
    return undefined
  }
}

import { createECDH, type ECDH } from 'node:crypto'
import type { KeyPurpose } from '#values/keyPurposes.ts'
import { type AppSecret, toKeyring } from './keyring.server.ts'

/** The order of the curve P-256: a private key is a number from 1 to one less. */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** Key pairs that are as lasting as APP_SECRET, and the same in every process without a file or a setting. The current one first. */
export function deriveKeyPairs(secret: AppSecret, purpose: KeyPurpose): [ECDH, ...ECDH[]] {
  const [current, ...earlier] = toKeyring(secret)
    .accepted(purpose)
    .map(({ material }) => toKeyPair(material))
  if (!current) throw new Error('A keyring has at least one secret.')
  return [current, ...earlier]
}

function toKeyPair(material: Buffer) {
  const scalar = (BigInt(`0x${material.toString('hex')}`) % (P256_ORDER - 1n)) + 1n
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(scalar.toString(16).padStart(64, '0'), 'hex')
  return pair
}

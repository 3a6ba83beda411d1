import { createECDH, type ECDH, hkdfSync } from 'node:crypto'

/** The order of the curve P-256: a private key is a number from 1 to one less. */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** A key pair that is as lasting as APP_SECRET, and the same in every process without a file or a setting of its own. */
export function deriveKeyPair(secret: string, purpose: string): ECDH {
  const material = Buffer.from(hkdfSync('sha256', secret, '', purpose, 48)).toString('hex')
  const scalar = (BigInt(`0x${material}`) % (P256_ORDER - 1n)) + 1n
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(scalar.toString(16).padStart(64, '0'), 'hex')
  return pair
}

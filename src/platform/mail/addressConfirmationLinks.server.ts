import { createHash } from 'node:crypto'
import type { KeyPurpose } from '#values/keyPurposes.ts'
import type { AppSecret } from '../secrets/keyring.server.ts'
import { readSignedText, signText } from '../secrets/signedText.server.ts'

/**
 * A link that proves that its reader gets the emails to an address which someone else entered. It is signed and names the agency, the
 * address and when it expires. The address itself is in no URL.
 */
interface AddressLink {
  agencyId: string
  email: string
  expiresAt: number
}

export const signAddressLink = (secret: AppSecret, purpose: KeyPurpose, { agencyId, email, expiresAt }: AddressLink) =>
  signText(secret, purpose, [agencyId, expiresAt, hashEmail(email)].join('.'))

/** Nothing for a link that is forged, expired, or for something else. */
export function readAddressLink(secret: AppSecret, purpose: KeyPurpose, key: string) {
  const [agencyId = '', expiresAt, hash] = readSignedText(secret, purpose, key)?.split('.') ?? []
  if (!hash || Number(expiresAt) < Date.now()) return undefined
  return { agencyId, isFor: (email: string) => hashEmail(email) === hash }
}

const hashEmail = (email: string) => createHash('sha256').update(email).digest('hex').slice(0, 32)

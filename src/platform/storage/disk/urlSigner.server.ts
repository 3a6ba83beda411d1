import { createHmac } from 'node:crypto'
import {
  type AppSecret,
  currentKey,
  isSameText,
  keyBytes,
  type PurposeKey,
  toKeyring,
} from '../../secrets/keyring.server.ts'

export type UrlSigner = ReturnType<typeof createUrlSigner>
export type SignedParams = Record<string, string>

export const STORAGE_PATH = '/storage/'
const PURPOSE = 'sign storage'

/** URLs that allow one operation on one file for a limited time. All parameters and the method are signed. */
export function createUrlSigner(secret: AppSecret) {
  const signatureOf = (hmacKey: PurposeKey, method: string, key: string, terms: SignedParams) => {
    const sorted = new URLSearchParams(terms)
    sorted.sort()
    return createHmac('sha256', keyBytes(hmacKey))
      .update(JSON.stringify([method, key, [...sorted]]))
      .digest('base64url')
  }

  return {
    sign(method: 'GET' | 'PUT', key: string, expiresAt: Date, terms: SignedParams) {
      const all: SignedParams = { ...terms, expires: String(Math.floor(expiresAt.getTime() / 1000)) }
      const query = new URLSearchParams({
        ...all,
        signature: signatureOf(currentKey(secret, PURPOSE), method, key, all),
      })
      return `${STORAGE_PATH}${key}?${query}`
    },
    /** The signed parameters, or nothing if they were changed or have expired. */
    verify(method: string, key: string, query: URLSearchParams): SignedParams | undefined {
      const { signature = '', ...terms } = Object.fromEntries(query)
      const isOurs = toKeyring(secret)
        .derive(PURPOSE)
        .some((hmacKey) => isSameText(signature, signatureOf(hmacKey, method, key, terms)))
      if (!isOurs) return undefined
      return Number(terms.expires) * 1000 > Date.now() ? terms : undefined
    },
  }
}

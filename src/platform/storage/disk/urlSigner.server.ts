import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export type UrlSigner = ReturnType<typeof createUrlSigner>
export type SignedParams = Record<string, string>

export const STORAGE_PATH = '/storage/'

/** URLs that allow one operation on one file for a limited time. All parameters and the method are signed. */
export function createUrlSigner(secret: string) {
  const hmacKey = Buffer.from(hkdfSync('sha256', secret, '', 'sign storage', 32))
  const signatureOf = (method: string, key: string, terms: SignedParams) => {
    const sorted = new URLSearchParams(terms)
    sorted.sort()
    return createHmac('sha256', hmacKey)
      .update(JSON.stringify([method, key, [...sorted]]))
      .digest('base64url')
  }

  return {
    sign(method: 'GET' | 'PUT', key: string, expiresAt: Date, terms: SignedParams) {
      const all: SignedParams = { ...terms, expires: String(Math.floor(expiresAt.getTime() / 1000)) }
      const query = new URLSearchParams({ ...all, signature: signatureOf(method, key, all) })
      return `${STORAGE_PATH}${key}?${query}`
    },
    /** The signed parameters, or nothing if they were changed or have expired. */
    verify(method: string, key: string, query: URLSearchParams): SignedParams | undefined {
      const { signature = '', ...terms } = Object.fromEntries(query)
      const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(method, key, terms))]
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
      return Number(terms.expires) * 1000 > Date.now() ? terms : undefined
    },
  }
}

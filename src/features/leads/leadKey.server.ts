import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { deleteCookie, getCookie, setCookie } from '@tanstack/react-start/server'
import { readCookie } from '#platform/http/readCookie.ts'
import { useServices } from '#platform/services.server.ts'
import type { DocumentKey } from './buyer.server.ts'

/**
 * What opens a lead's documents: the lead's id, signed. Nothing of it is stored, so nothing of it can be stolen from there. `cookie` is
 * the lead's own browser, `link` what we email, `guest` another browser that sent the form with the same email address.
 */
type Use = 'cookie' | 'link' | 'guest'

export const KEY_SECONDS = 365 * 24 * 3600

export const leadKey = (secret: string, use: Use, leadId: string) => `${leadId}.${sign(secret, use, leadId)}`

export function readLeadKey(secret: string, use: Use, key: string | undefined) {
  const [leadId = '', signature = ''] = key?.split('.') ?? []
  const right = Buffer.from(sign(secret, use, leadId))
  const given = Buffer.from(signature)
  return given.length === right.length && timingSafeEqual(given, right) ? leadId : undefined
}

function sign(secret: string, use: Use, leadId: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `lead ${use}`, 32))
  return createHmac('sha256', key).update(leadId).digest('base64url')
}

/** One cookie for each listing: what opens one home opens no other. */
export const cookieName = (listingId: string) => `${useServices().env.secure ? '__Host-' : ''}${listingId}`
export const cookieAttributes = () =>
  ({ httpOnly: true, secure: useServices().env.secure, sameSite: 'lax', path: '/' }) as const

export function readDocumentKey(listingId: string): DocumentKey | undefined {
  const { APP_SECRET } = useServices().env
  const key = getCookie(cookieName(listingId))
  const own = readLeadKey(APP_SECRET, 'cookie', key)
  const leadId = own ?? readLeadKey(APP_SECRET, 'guest', key)
  return leadId === undefined ? undefined : { leadId, isGuest: own === undefined }
}
/** Whose browser it is, for code that answers before Start does. A guest is nobody. */
export function leadIn(cookies: string, listingId: string) {
  const key = readCookie(cookies, cookieName(listingId))
  return key && readLeadKey(useServices().env.APP_SECRET, 'cookie', key)
}
/** Both kinds of key look alike: neither tells whether the email address was known before. */
export const writeDocumentKey = (listingId: string, { leadId, isGuest }: DocumentKey) =>
  setCookie(cookieName(listingId), leadKey(useServices().env.APP_SECRET, isGuest ? 'guest' : 'cookie', leadId), {
    ...cookieAttributes(),
    maxAge: KEY_SECONDS,
  })
export const clearDocumentKey = (listingId: string) => deleteCookie(cookieName(listingId), cookieAttributes())

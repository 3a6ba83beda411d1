import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { deleteCookie, getCookie, setCookie } from '@tanstack/react-start/server'
import { readCookie } from '#platform/http/requestHeaders.ts'
import { useServices } from '#platform/services.server.ts'
import type { DocumentKey } from './documentAccess.server.ts'

/**
 * What opens a lead's documents: the lead's id, signed. Nothing of it is stored, so nothing of it can be stolen from there. `cookie` is
 * the lead's own browser, `link` what we email, `guest` another browser that sent the form with the same email address.
 */
type KeyUse = 'cookie' | 'link' | 'guest'

const KEY_LIFETIME_SECONDS = 365 * 24 * 3600

export const signLeadKey = (secret: string, use: KeyUse, leadId: string) => `${leadId}.${sign(secret, use, leadId)}`

export const readLeadKey = (secret: string, use: KeyUse, key: string | undefined) =>
  readSigned(secret, use, key)?.split('.')[0]

/**
 * A key that says when it was given out. Two of them never look alike: one that stayed the same would tell that its email address was
 * known before.
 */
const signStampedKey = (secret: string, use: KeyUse, leadId: string) => {
  const signed = `${leadId}.${Date.now().toString(36)}-${randomBytes(6).toString('base64url')}`
  return `${signed}.${sign(secret, use, signed)}`
}

function readStampedKey(secret: string, use: KeyUse, key: string | undefined) {
  const [leadId, stamp] = readSigned(secret, use, key)?.split('.') ?? []
  // Keys from before they were stamped are the oldest.
  return leadId ? { leadId, issuedAt: new Date(Number.parseInt(stamp?.split('-')[0] ?? '0', 36)) } : undefined
}

/** What stands before the signature, if that is right. */
function readSigned(secret: string, use: KeyUse, key = '') {
  const end = key.lastIndexOf('.')
  const signed = key.slice(0, Math.max(end, 0))
  const right = Buffer.from(sign(secret, use, signed))
  const given = Buffer.from(key.slice(end + 1))
  return given.length === right.length && timingSafeEqual(given, right) ? signed : undefined
}

function sign(secret: string, use: KeyUse, signed: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `lead ${use}`, 32))
  return createHmac('sha256', key).update(signed).digest('base64url')
}

/** One cookie for each listing: what opens one home opens no other. */
const documentCookieName = (listingId: string) => `${useServices().env.secure ? '__Host-' : ''}${listingId}`
const documentCookieAttributes = () =>
  ({ httpOnly: true, secure: useServices().env.secure, sameSite: 'lax', path: '/' }) as const

export function readDocumentKey(listingId: string): DocumentKey | undefined {
  const { APP_SECRET } = useServices().env
  const key = getCookie(documentCookieName(listingId))
  const own = readStampedKey(APP_SECRET, 'cookie', key)
  if (own) return { ...own, isGuest: false }
  const guest = readStampedKey(APP_SECRET, 'guest', key)
  return guest && { ...guest, isGuest: true }
}
/** Whose browser it is, for code that answers before Start does. A guest is nobody. */
export function findLeadIdInCookies(cookies: string, listingId: string) {
  const key = readCookie(cookies, documentCookieName(listingId))
  return key && readLeadKey(useServices().env.APP_SECRET, 'cookie', key)
}
/** Both kinds of key look alike: neither tells whether the email address was known before. */
export const writeDocumentKey = (listingId: string, { leadId, isGuest }: DocumentKey) =>
  setCookie(
    documentCookieName(listingId),
    signStampedKey(useServices().env.APP_SECRET, isGuest ? 'guest' : 'cookie', leadId),
    {
      ...documentCookieAttributes(),
      maxAge: KEY_LIFETIME_SECONDS,
    },
  )
export const clearDocumentKey = (listingId: string) =>
  deleteCookie(documentCookieName(listingId), documentCookieAttributes())

/** Half an hour without a look at the page, and the next look is another visit. */
const VISIT_SECONDS = 30 * 60

const visitCookieName = (listingId: string) => `${documentCookieName(listingId)}-visit`
const lastVisitCookieName = (listingId: string) => `${documentCookieName(listingId)}-seen`

/**
 * When this browser was here before, so that what is new can be marked. The browser remembers it, not the lead: somebody who types
 * another person's address must not learn when that person was here, nor whether.
 */
export const readLastVisit = (listingId: string) =>
  readMoment(visitCookieName(listingId)) ?? readMoment(lastVisitCookieName(listingId)) ?? null

/** The page has shown what was new. Over a reload it stays new, until this visit is over. */
export function keepNewUntilVisitEnds(listingId: string, now: Date) {
  const before = readLastVisit(listingId)
  if (before) writeMoment(visitCookieName(listingId), before, VISIT_SECONDS)
  writeLastVisit(listingId, now)
}

export const writeLastVisit = (listingId: string, moment: Date) =>
  writeMoment(lastVisitCookieName(listingId), moment, KEY_LIFETIME_SECONDS)

export function clearVisits(listingId: string) {
  deleteCookie(visitCookieName(listingId), documentCookieAttributes())
  deleteCookie(lastVisitCookieName(listingId), documentCookieAttributes())
}

function readMoment(name: string) {
  const moment = new Date(getCookie(name) ?? '')
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

const writeMoment = (name: string, moment: Date, maxAge: number) =>
  setCookie(name, moment.toISOString(), { ...documentCookieAttributes(), maxAge })

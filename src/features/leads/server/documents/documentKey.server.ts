import { randomBytes } from 'node:crypto'
import { deleteCookie, getCookie, getRequestHeader, setCookie } from '@tanstack/react-start/server'
import { FRAME_HEADER, readCookie } from '#platform/http/requestHeaders.ts'
import type { AppSecret } from '#platform/secrets/keyring.server.ts'
import { readSignedText, signText } from '#platform/secrets/signedText.server.ts'
import { useServices } from '#platform/services.server.ts'
import type { DocumentKey, Lead } from './documentAccess.server.ts'

/**
 * A signed lead id that opens the lead's documents. It is not stored, so it cannot be stolen from the database. `cookie` is
 * for the lead's own browser, `link` for the email, `text` for a text message from the agent, `guest` for another browser that sent the
 * form with the same email address. `invitee` is for the email to someone whom the lead invited, and `invitee cookie` for their browser.
 */
type KeyUse = 'cookie' | 'link' | 'text' | 'guest' | 'invitee' | 'invitee cookie'

const purpose = (use: KeyUse) => `lead ${use}` as const

const KEY_LIFETIME_SECONDS = 365 * 24 * 3600

export const signDocumentKey = (secret: AppSecret, use: KeyUse, leadId: string) =>
  signText(secret, purpose(use), leadId)

/** The key in a private link. It changes with the lead's email address, so an address that was wrong opens nothing any more. */
export function signLinkKey(
  secret: AppSecret,
  { id, keysChangedAt }: Pick<Lead, 'id' | 'keysChangedAt'>,
  use: 'link' | 'text' = 'link',
) {
  return signText(secret, purpose(use), linkText({ id, keysChangedAt }))
}

/** Whether a key in a private link is the lead's, and no earlier one. */
export const isLinkKey = (
  secret: AppSecret,
  leadRow: Pick<Lead, 'id' | 'keysChangedAt'>,
  use: 'link' | 'text',
  key: string,
) => readSignedText(secret, purpose(use), key) === linkText(leadRow)

const linkText = ({ id, keysChangedAt }: Pick<Lead, 'id' | 'keysChangedAt'>) =>
  keysChangedAt ? `${id}.${keysChangedAt.getTime().toString(36)}` : id

export const verifyDocumentKey = (secret: AppSecret, use: KeyUse, key: string | undefined) =>
  readSignedText(secret, purpose(use), key)?.split('.')[0]

/** The key in the email to an invitee. It has both ids, so that neither can be exchanged. */
export const signInviteeKey = (secret: AppSecret, { leadId, id }: { leadId: string; id: string }) =>
  signText(secret, purpose('invitee'), `${leadId}.${id}`)

export function verifyInviteeKey(secret: AppSecret, key: string | undefined) {
  const [leadId, inviteeId] = readSignedText(secret, purpose('invitee'), key)?.split('.') ?? []
  return leadId && inviteeId ? { leadId, inviteeId } : undefined
}

/**
 * A key with its time of issue. No two are alike: a key that stayed the same would reveal that the email address was
 * known before.
 */
const signStampedKey = (secret: AppSecret, use: KeyUse, leadId: string) =>
  signText(secret, purpose(use), `${leadId}.${Date.now().toString(36)}-${randomBytes(6).toString('base64url')}`)

function readStampedKey(secret: AppSecret, use: KeyUse, key: string | undefined) {
  const [leadId, stamp] = readSignedText(secret, purpose(use), key)?.split('.') ?? []
  // Keys from before they were stamped are the oldest.
  return leadId ? { leadId, issuedAt: new Date(Number.parseInt(stamp?.split('-')[0] ?? '0', 36)) } : undefined
}

/** One cookie for each listing: a key opens the documents of one listing only. */
const documentCookieName = (listingId: string) => `${useServices().env.secure ? '__Host-' : ''}${listingId}`
const documentCookieAttributes = () =>
  isCallFromFrame()
    ? ({ httpOnly: true, secure: true, sameSite: 'none', partitioned: true, path: '/' } as const)
    : ({ httpOnly: true, secure: useServices().env.secure, sameSite: 'lax', path: '/' } as const)

/**
 * On an agency's own site a buyer is remembered by a partitioned cookie: browsers keep it for this pair of sites alone, so it is no way to
 * follow anyone from one site to another.
 */
export const isCallFromFrame = () => getRequestHeader(FRAME_HEADER) !== undefined

export function readDocumentKeyCookie(listingId: string): DocumentKey | undefined {
  const { APP_SECRET } = useServices().env
  const key = getCookie(documentCookieName(listingId))
  const own = readStampedKey(APP_SECRET, 'cookie', key)
  if (own) return { ...own, isGuest: false }
  const guest = readStampedKey(APP_SECRET, 'guest', key)
  if (guest) return { ...guest, isGuest: true }
  const invited = readStampedKey(APP_SECRET, 'invitee cookie', key)
  const [leadId, inviteeId] = invited?.leadId.split('~') ?? []
  return leadId && inviteeId ? { leadId, inviteeId, isGuest: true, issuedAt: invited?.issuedAt } : undefined
}
/** For requests that are handled before TanStack Start. Nothing for a guest or an invitee. */
export function findLeadIdInCookies(cookies: string, listingId: string) {
  const key = readCookie(cookies, documentCookieName(listingId))
  return key && verifyDocumentKey(useServices().env.APP_SECRET, 'cookie', key)
}
/** A lead's key and a guest's look alike, so neither reveals whether the email address was known before. */
export function writeDocumentKeyCookie(listingId: string, { leadId, inviteeId, isGuest }: DocumentKey) {
  const attributes = { ...documentCookieAttributes(), maxAge: KEY_LIFETIME_SECONDS }
  const { APP_SECRET } = useServices().env
  const key = inviteeId
    ? signStampedKey(APP_SECRET, 'invitee cookie', `${leadId}~${inviteeId}`)
    : signStampedKey(APP_SECRET, isGuest ? 'guest' : 'cookie', leadId)
  setCookie(documentCookieName(listingId), key, attributes)
  setCookie(knownCookieName(listingId), '1', { ...attributes, httpOnly: false })
}

export function clearDocumentKeyCookie(listingId: string) {
  deleteCookie(documentCookieName(listingId), documentCookieAttributes())
  deleteCookie(knownCookieName(listingId), { ...documentCookieAttributes(), httpOnly: false })
}

/** Tells the page, whose bytes are the same for everyone, that this browser has a key. The page's own script reads it. */
const knownCookieName = (listingId: string) => `${documentCookieName(listingId)}-known`

/** After half an hour without a page view, the next one starts a new visit. */
const VISIT_SECONDS = 30 * 60

const visitCookieName = (listingId: string) => `${documentCookieName(listingId)}-visit`
const lastVisitCookieName = (listingId: string) => `${documentCookieName(listingId)}-seen`

/**
 * The previous visit, to mark documents that are new since. Stored in the browser and not with the lead: someone who types
 * another person's address must not learn whether or when that person visited.
 */
export const readLastVisitCookie = (listingId: string) =>
  readMoment(visitCookieName(listingId)) ?? readMoment(lastVisitCookieName(listingId)) ?? null

/** The page has shown what is new. It stays marked as new over reloads, until this visit ends. */
export function writeVisitTimeCookies(listingId: string, now: Date) {
  const before = readLastVisitCookie(listingId)
  if (before) writeMoment(visitCookieName(listingId), before, VISIT_SECONDS)
  writeLastVisitCookie(listingId, now)
}

export const writeLastVisitCookie = (listingId: string, moment: Date) =>
  writeMoment(lastVisitCookieName(listingId), moment, KEY_LIFETIME_SECONDS)

export function clearVisitTimeCookies(listingId: string) {
  deleteCookie(visitCookieName(listingId), documentCookieAttributes())
  deleteCookie(lastVisitCookieName(listingId), documentCookieAttributes())
}

function readMoment(name: string) {
  const moment = new Date(getCookie(name) ?? '')
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

const writeMoment = (name: string, moment: Date, maxAge: number) =>
  setCookie(name, moment.toISOString(), { ...documentCookieAttributes(), maxAge })

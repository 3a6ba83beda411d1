import { deleteCookie, getCookie, setCookie } from '@tanstack/react-start/server'
import { documentCookieAttributes, documentCookieName, KEY_LIFETIME_SECONDS } from './leadKey.server.ts'

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

export const writeLastVisit = (listingId: string, moment: Date) => writeMoment(lastVisitCookieName(listingId), moment, KEY_LIFETIME_SECONDS)

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

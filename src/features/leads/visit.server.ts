import { deleteCookie, getCookie, setCookie } from '@tanstack/react-start/server'
import { cookieAttributes, cookieName, KEY_SECONDS } from './leadKey.server.ts'

/** Half an hour without a look at the page, and the next look is another visit. */
const VISIT_SECONDS = 30 * 60

const visitName = (listingId: string) => `${cookieName(listingId)}-visit`
const seenName = (listingId: string) => `${cookieName(listingId)}-seen`

/**
 * When this browser was here before, so that what is new can be marked. The browser remembers it, not the lead: somebody who types
 * another person's address must not learn when that person was here, nor whether.
 */
export const readLastVisit = (listingId: string) =>
  readMoment(visitName(listingId)) ?? readMoment(seenName(listingId)) ?? null

/** The page has shown what was new. Over a reload it stays new, until this visit is over. */
export function noteSeen(listingId: string, now: Date) {
  const before = readLastVisit(listingId)
  if (before) writeMoment(visitName(listingId), before, VISIT_SECONDS)
  writeLastVisit(listingId, now)
}

export const writeLastVisit = (listingId: string, moment: Date) => writeMoment(seenName(listingId), moment, KEY_SECONDS)

export function clearVisits(listingId: string) {
  deleteCookie(visitName(listingId), cookieAttributes())
  deleteCookie(seenName(listingId), cookieAttributes())
}

function readMoment(name: string) {
  const moment = new Date(getCookie(name) ?? '')
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

const writeMoment = (name: string, moment: Date, maxAge: number) =>
  setCookie(name, moment.toISOString(), { ...cookieAttributes(), maxAge })

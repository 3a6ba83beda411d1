import { deleteCookie, getCookie, setCookie } from '@tanstack/react-start/server'
import { cookieAttributes, cookieName } from './leadKey.server.ts'

/** Half an hour without a look at the page, and the next look is another visit. */
const VISIT = 30 * 60

const visitName = (listingId: string) => `${cookieName(listingId)}-visit`

/** When the visit before the current one was: over a reload, what is new stays new. Absent when a new visit begins. */
export function readVisit(listingId: string) {
  const since = new Date(getCookie(visitName(listingId)) ?? '')
  return Number.isNaN(since.getTime()) ? undefined : since
}

export const writeVisit = (listingId: string, since: Date) =>
  setCookie(visitName(listingId), since.toISOString(), { ...cookieAttributes(), maxAge: VISIT })

export const clearVisit = (listingId: string) => deleteCookie(visitName(listingId), cookieAttributes())

import { readPreferenceCookie, savePreferenceCookie } from '#platform/http/preferenceCookie.ts'

export type ListingsView = 'grid' | 'table'

const COOKIE_NAME = 'listingsView'

/** Stored in a cookie, so that the server renders the right view. */
export const readListingsView = (): ListingsView => (readPreferenceCookie(COOKIE_NAME) === 'table' ? 'table' : 'grid')

export const saveListingsView = (view: ListingsView) => savePreferenceCookie(COOKIE_NAME, view)

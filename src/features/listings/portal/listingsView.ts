import { createIsomorphicFn } from '@tanstack/react-start'
import { getCookie } from '@tanstack/react-start/server'

export type ListingsView = 'grid' | 'table'

const COOKIE_NAME = 'listingsView'
const YEAR_SECONDS = 365 * 24 * 3600

const readViewCookie = createIsomorphicFn()
  .server(() => getCookie(COOKIE_NAME))
  .client(() => document.cookie.match(/(?:^|; )listingsView=(\w+)/)?.[1])

/** Stored in a cookie, so that the server renders the right view. */
export const readListingsView = (): ListingsView => (readViewCookie() === 'table' ? 'table' : 'grid')

export const saveListingsView = (view: ListingsView) =>
  Object.assign(document, { cookie: `${COOKIE_NAME}=${view}; Path=/portal; Max-Age=${YEAR_SECONDS}; SameSite=Lax` })

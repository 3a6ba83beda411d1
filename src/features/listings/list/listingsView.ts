import { createIsomorphicFn } from '@tanstack/react-start'
import { getCookie } from '@tanstack/react-start/server'

export type ListingsView = 'grid' | 'table'

const COOKIE = 'listingsView'
const YEAR = 365 * 24 * 3600

const readCookie = createIsomorphicFn()
  .server(() => getCookie(COOKIE))
  .client(() => document.cookie.match(/(?:^|; )listingsView=(\w+)/)?.[1])

/** Remembered in a cookie, because the server has to know it too: the page comes as it will stay. */
export const readListingsView = (): ListingsView => (readCookie() === 'table' ? 'table' : 'grid')

export const keepListingsView = (view: ListingsView) =>
  Object.assign(document, { cookie: `${COOKIE}=${view}; Path=/portal; Max-Age=${YEAR}; SameSite=Lax` })

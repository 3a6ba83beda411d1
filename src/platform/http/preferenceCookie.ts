import { createIsomorphicFn } from '@tanstack/react-start'
import { getCookie } from '@tanstack/react-start/server'
import { YEAR_SECONDS } from '#values/time.ts'

/** A choice that the server needs to render the portal as the agent left it in this browser. */
export const readPreferenceCookie = createIsomorphicFn()
  .server((name: string) => getCookie(name))
  .client((name: string) => new RegExp(`(?:^|; )${name}=(\\w+)`).exec(document.cookie)?.[1])

/** Sent with the portal's pages only: public pages are the same for everyone. */
export function savePreferenceCookie(name: string, value: string) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  Object.assign(document, {
    cookie: `${name}=${value}; Path=/portal; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`,
  })
}

import { createIsomorphicFn } from '@tanstack/react-start'
import { requestNonce, serverPageLocale } from './currentRequest.server.ts'
import { DEFAULT_LOCALE, localeFor } from './requestHeaders.ts'

/** The nonce that the content security policy of this response requires: none on a static page. The browser hides it after loading. */
export const pageNonce = createIsomorphicFn()
  .server((): string | undefined => requestNonce())
  .client((): string | undefined => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content)

/** The locale of this page. The server writes it into the page, so that hydration matches. */
export const pageLocale = createIsomorphicFn()
  .server((): string => serverPageLocale())
  .client((): string => document.documentElement.dataset.locale ?? DEFAULT_LOCALE)

/** For visitors who open the portal from a cached public page. */
export const applyPageLocale = createIsomorphicFn()
  .server(() => {})
  .client(() => {
    document.documentElement.dataset.locale = localeFor(navigator.language)
  })

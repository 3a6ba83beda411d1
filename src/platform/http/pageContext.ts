import { createIsomorphicFn } from '@tanstack/react-start'
import { useServices } from '../services.server.ts'
import { currentRequest, requestNonce, runInRequestContext, serverPageLocale } from './currentRequest.server.ts'
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

/** Loads data that a page can do without: a failure during server rendering does not fail the page. */
export const loadOptional = <Data>(load: () => Promise<Data>) =>
  new Promise<Data>((resolve, reject) => runAsOptional(() => void load().then(resolve, reject)))

const runAsOptional = createIsomorphicFn()
  .client((run: () => void) => run())
  .server((run: () => void) => runInRequestContext({ ...currentRequest(), isOptional: true }, run))

/** Where people can write to, if the operator has set it. The server writes it into every page, so that error screens have it too. */
export const supportEmail = createIsomorphicFn()
  .server((): string | undefined => useServices().env.SUPPORT_EMAIL)
  .client((): string | undefined => document.documentElement.dataset.supportEmail)

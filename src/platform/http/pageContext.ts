import { createIsomorphicFn } from '@tanstack/react-start'
import { currentRequest, insideRequest, requestLocale } from './currentRequest.server.ts'
import { DEFAULT_LOCALE, localeFor } from './requestHeaders.ts'

/** What the content security policy lets scripts and styles of this answer run by. The browser hides it after loading. */
export const pageNonce = createIsomorphicFn()
  .server((): string | undefined => currentRequest().nonce)
  .client((): string | undefined => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content)

/** How dates and numbers are written on this page. The server notes it on the page, so that the browser begins alike. */
export const viewerLocale = createIsomorphicFn()
  .server((): string => requestLocale())
  .client((): string => document.documentElement.dataset.locale ?? DEFAULT_LOCALE)

/** For whoever comes to the portal from a page that is the same for everybody. */
export const applyViewerLocale = createIsomorphicFn()
  .server(() => {})
  .client(() => {
    document.documentElement.dataset.locale = localeFor(navigator.language)
  })

/** Loads what a page can do without. While a page is rendered on the server, its failure is not the page's. */
export const loadOptional = <Data>(load: () => Promise<Data>) =>
  new Promise<Data>((resolve, reject) => runAsOptional(() => void load().then(resolve, reject)))

const runAsOptional = createIsomorphicFn()
  .client((run: () => void) => run())
  .server((run: () => void) => insideRequest({ ...currentRequest(), isOptional: true }, run))

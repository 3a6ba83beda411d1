import { createIsomorphicFn } from '@tanstack/react-start'
import { requestLocale } from './http/currentRequest.server.ts'
import { DEFAULT_LOCALE, localeFor } from './locales.ts'

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

/** Public pages are about property in New Zealand. */
export const DEFAULT_LOCALE = 'en-NZ'

/**
 * The text is English; dates and numbers follow the viewer's region: "en-US", "en-DE". Of several languages the
 * first decides, because some browsers send no other.
 */
export function localeFor(languages = '') {
  const region = /^\w{2,3}(?:-\w{4})?-([A-Z]{2})\b/i.exec(languages)?.[1]
  return region ? `en-${region.toUpperCase()}` : DEFAULT_LOCALE
}

/** One cookie from the header, for requests that are handled before TanStack Start. */
export function readCookie(header: string, name: string) {
  for (const pair of header.split(';')) {
    const [key, value] = pair.trim().split('=')
    if (key === name) return value
  }
  return undefined
}

/** Whether the sender of `If-None-Match` has this version already. */
export const matchesEtag = (ifNoneMatch: string | null | undefined, etag: string) =>
  (ifNoneMatch ?? '').split(',').some((known) => ['*', etag].includes(known.trim().replace(/^W\//, '')))

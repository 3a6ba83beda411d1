/** Pages for everybody are about homes in New Zealand. */
export const DEFAULT_LOCALE = 'en-NZ'

/**
 * The words are English; dates and numbers are written as where the viewer is: "en-US", "en-DE". Of several languages the
 * first decides, because some browsers name no other.
 */
export function localeFor(languages = '') {
  const region = /^\w{2,3}(?:-\w{4})?-([A-Z]{2})\b/i.exec(languages)?.[1]
  return region ? `en-${region.toUpperCase()}` : DEFAULT_LOCALE
}

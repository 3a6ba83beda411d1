/** Removes personal data and secrets from everything that is sent to another service. */

const ATEXT = "[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~.-]"
const EMAIL = new RegExp(`${ATEXT}{1,64}(?:@|%(?:25)*40)[\\p{L}\\p{N}.-]{1,253}\\.[\\p{L}\\p{N}-]{2,63}`, 'giu')
const NUMBER = /(?:(?:\+|%(?:25)*2B)\s?\(?|(?<![A-Za-z0-9_])\(?)\d[\d\s().-]{5,}\d/gi
const DATE = /^\d{4}-\d\d-\d\d$/
const UUID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi
const QUERY = /(\/[^\s?#"'<>]*)[?#][^\s"'<>)]*/g
const SECRET_SEGMENT =
  /\/(reset-password|confirm-checkout|recovery|login\/link|unsubscribe|thank-you|listings\/[^/\s"'<>]+)\/[^\s"'<>)]+/gi
/** Names of our scripts look like secrets, but an error report is worthless without them. */
const SCRIPT = /\/assets\/[\w.~-]+\.(?:js|css)(?![\w.-])/g
const LONG_WORD = /[A-Za-z0-9_-]{20,}/g
const OUR_ID = /^(?:usr|file|list|lead|ntfn|evnt)_[0-9a-z]{16}$/
const SLUG = /^(?=.*-)[a-z0-9-]+$/
const IDENTIFIER = /^(?:[a-z]*(?:[A-Z][a-z]{2,})*|[a-z_]+)$/
const MAX_TEXT_LENGTH = 4_000
const PERSONAL_KEY =
  /^(?:e-?mail|phone|(?:first|last|full)_?name|password|note|token|turnstile|\$?ip|ip_address|\$?title|cookies?)$/i

export function scrubText(text: string): string {
  return replaceBetween(SCRIPT, truncate(text).replace(QUERY, '$1'), (outside) =>
    replaceBetween(UUID, outside.replace(SECRET_SEGMENT, '/$1/[hidden]').replace(EMAIL, '[email]'), (rest) =>
      rest
        .replace(LONG_WORD, (word) => (isHarmless(word) ? word : '[token]'))
        .replace(NUMBER, (number) => (isPhone(number) ? '[phone]' : number)),
    ),
  )
}

/** The same for objects and lists; entries with personal names are removed. */
export function scrub(value: unknown, depth = 8): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return '[deep]'
  if (Array.isArray(value)) return value.map((item) => scrub(item, depth - 1))
  if (value instanceof Date) return value
  return scrubEntries(value, depth)
}

export function scrubEntries(entries: object, depth = 8): Record<string, unknown> {
  const kept = Object.entries(entries).filter(([key]) => !PERSONAL_KEY.test(key))
  return Object.fromEntries(kept.map(([key, value]) => [scrubText(key), scrub(value, depth - 1)]))
}

const isHarmless = (word: string) => OUR_ID.test(word) || SLUG.test(word) || IDENTIFIER.test(word)

function isPhone(number: string) {
  const digits = number.replace(/%(?:25)*2B/i, '').replace(/\D/g, '')
  return digits.length >= 7 && !DATE.test(number)
}

/** The patterns are slow on long texts. The last word is removed too, because half an address is not recognised. */
const truncate = (text: string) =>
  text.length > MAX_TEXT_LENGTH ? text.slice(0, MAX_TEXT_LENGTH).replace(/\S{0,320}$/, '…') : text

/** Changes the text between the matches of `pattern`. */
function replaceBetween(pattern: RegExp, text: string, change: (between: string) => string) {
  const matches = text.match(pattern) ?? []
  return text
    .split(pattern)
    .map((between, index) => change(between) + (matches[index] ?? ''))
    .join('')
}

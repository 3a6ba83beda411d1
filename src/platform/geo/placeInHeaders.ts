import type { Place } from './places.server.ts'

const LONGEST = 100

/** The proxy's words for country, region and city. */
export function placeInHeaders(names: string[], headers: Headers): Place {
  const [country = null, region = null, city = null] = names.map((name) => readable(headers.get(name)))
  return { country: country && isCountry(country) ? country.toUpperCase() : null, region, city }
}

/** "XX" and "T1" are what Cloudflare says for unknown and for Tor. */
const isCountry = (code: string) => /^[a-z]{2}$/i.test(code) && code !== 'XX'

/** Names of cities are sent as bytes of UTF-8, or percent-encoded. */
function readable(value: string | null) {
  const text = decoded(Buffer.from(value ?? '', 'latin1').toString('utf8')).trim()
  return text && !/[\0\ufffd]/.test(text) ? text.slice(0, LONGEST) : null
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

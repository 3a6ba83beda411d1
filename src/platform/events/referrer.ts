const LONGEST = 200
/** In a path, these may be somebody's: an address, a number, an id, a token. */
const PRIVATE = /[^/]*(?:@|%40)[^/]*|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\+?\d{7,}|[^/.-]{24,}/gi

const none = { referrerHostname: null, referrerPathname: null }

/** The page that a visitor came from, without what may be secret in its address. Pages of our own are none. */
export function splitReferrer(referrer: string, ownHostname: string) {
  if (!URL.canParse(referrer)) return none
  const { protocol, hostname, pathname } = new URL(referrer)
  if (!/^https?:$/.test(protocol) || hostname === ownHostname) return none
  return {
    referrerHostname: hostname.replace(/^www\./, '').slice(0, LONGEST),
    referrerPathname: pathname.replaceAll(PRIVATE, '…').slice(0, LONGEST),
  }
}

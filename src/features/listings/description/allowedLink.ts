const ALLOWED_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const MAX_LINK_LENGTH = 2_000

/**
 * The URL as browsers parse it: they drop tabs and line breaks before the scheme, and so does `URL`.
 * Undefined if a description may not link to it. A user name before the host only disguises the host.
 */
export function allowedLink(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined
  const { protocol, username, password, href: address } = new URL(href)
  const isWelcome = ALLOWED_SCHEMES.has(protocol) && !username && !password && address.length <= MAX_LINK_LENGTH
  return isWelcome ? address : undefined
}

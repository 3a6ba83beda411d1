import { looksLikePhone } from '#platform/phone/phone.ts'
import { emailLink, phoneLink } from '#ui/format/contactLinks.ts'

const ALLOWED_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const MAX_LINK_LENGTH = 2_000

/**
 * The address as browsers read it: they drop tabs and line breaks before they look at the scheme, and so does `URL`.
 * Undefined if it leads nowhere a description may lead. A name before the host only ever hides which host it is.
 */
export function allowedLink(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined
  const { protocol, username, password, href: address } = new URL(href)
  const isWelcome = ALLOWED_SCHEMES.has(protocol) && !username && !password && address.length <= MAX_LINK_LENGTH
  return isWelcome ? address : undefined
}

/** The link for what an agent typed: `rata.nz`, `mia@rata.nz` or `021 555 0199`. */
export function linkFromTyped(typed: string): string | undefined {
  const text = typed.trim()
  return allowedLink(text) ?? allowedLink(withScheme(text))
}

const EMAIL = /^[^\s@:/?#]+@[^\s@:/?#]+$/
const HOST = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([:/?#].*)?$/u

function withScheme(text: string) {
  if (EMAIL.test(text)) return emailLink(text)
  if (HOST.test(text)) return `https://${text}`
  return looksLikePhone(text) ? phoneLink(text) : ''
}

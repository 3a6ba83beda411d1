import { looksLikePhone } from '#platform/phone/phone.schema.ts'
import { emailLink, phoneLink } from '#ui/format/contactLinks.ts'
import { allowedLink } from './allowedLink.ts'

/** The link for typed text: `rata.nz`, `mia@rata.nz` or `021 555 0199`. */
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

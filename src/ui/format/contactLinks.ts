/** Dials a number. */
export const phoneLink = (phone: string) => `tel:${dialledDigits(phone)}`

/** Starts a text message, with its text or without. */
export const textMessageLink = (phone: string, body?: string) =>
  `sms:${dialledDigits(phone)}${body ? `?&body=${encodeURIComponent(body)}` : ''}`

const dialledDigits = (phone: string) => phone.replace(/[^\d+]/g, '')

/** Starts an email. */
export const emailLink = (email: string, subject?: string, body?: string) => {
  const parts = [subject && `subject=${encodeURIComponent(subject)}`, body && `body=${encodeURIComponent(crlf(body))}`]
  const query = parts.filter(Boolean).join('&')
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}${query && `?${query}`}`
}

/** Line breaks as RFC 6068 wants them. */
const crlf = (text: string) => text.replace(/\r?\n/g, '\r\n')

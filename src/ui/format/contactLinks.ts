/** Dials a number. */
export const phoneLink = (phone: string) => `tel:${dialledDigits(phone)}`

/** Starts a text message. */
export const textMessageLink = (phone: string) => `sms:${dialledDigits(phone)}`

const dialledDigits = (phone: string) => phone.replace(/[^\d+]/g, '')

/** Starts an email. */
export const emailLink = (email: string, subject?: string) =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`

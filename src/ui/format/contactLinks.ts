/** Dials a number. */
export const phoneLink = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`

/** Starts an email. */
export const emailLink = (email: string, subject?: string) =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`

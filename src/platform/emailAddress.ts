import * as z from 'zod/mini'

/** Stored and compared trimmed and lower-cased. */
export const EmailAddress = z.pipe(
  z
    .string('Please enter your email address')
    .check(z.trim(), z.toLowerCase(), z.maxLength(254, 'Please enter at most 254 characters')),
  z.email('Please enter a valid email address'),
)

/** Enough to know the inbox by, too little for somebody who found the address of the page. */
export function maskedEmail(email: string) {
  const [name = '', host = ''] = email.split('@')
  return `${[...name][0] ?? ''}•••@${host}`
}

import { z } from 'zod'

/** Stored and compared trimmed and lower-cased. */
export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('Please enter a valid e-mail address'))

/** Two characters are the specification's minimum; the upper bound keeps hashing affordable. */
export const Password = z
  .string()
  .min(2, 'Please enter at least 2 characters')
  .max(1024, 'Please enter at most 1,024 characters')

export const Credentials = z.strictObject({ email: EmailAddress, password: Password })
export type Credentials = z.infer<typeof Credentials>

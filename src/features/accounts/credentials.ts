import * as z from 'zod/mini'
import { BotCheckAnswer } from '#platform/botCheck/botCheck.ts'
import { EmailAddress } from '#platform/emailAddress.ts'

/** In the small edition of Zod: these are checked on pages that somebody opens on a phone, with nothing loaded yet. */

/** Two characters are the specification's minimum; the upper bound keeps hashing affordable. */
export const Password = z
  .string('Please enter your password')
  .check(
    z.minLength(2, 'Please enter at least 2 characters'),
    z.maxLength(1024, 'Please enter at most 1,024 characters'),
  )

/** 32 random bytes, as they stand in a mailed link. */
export const Token = z.string().check(z.minLength(1), z.maxLength(200))

export const Credentials = z.strictObject({ email: EmailAddress, password: Password })
export type Credentials = z.infer<typeof Credentials>

export const ResetRequest = z.strictObject({ email: EmailAddress, turnstile: BotCheckAnswer })
export type ResetRequest = z.infer<typeof ResetRequest>
/** What of it a person types. */
export const ResetRequestInput = z.object({ email: EmailAddress })

export const PasswordReset = z.strictObject({ token: Token, password: Password })
export type PasswordReset = z.infer<typeof PasswordReset>
export const NewPasswordInput = z.object({ password: Password })

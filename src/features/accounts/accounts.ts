import { z } from 'zod'
import { EmailAddress, Password, Token } from './credentials.ts'
import { MailKind } from './mailKinds.ts'

export const PasswordChange = z.strictObject({ oldPassword: Password, newPassword: Password })
export type PasswordChange = z.infer<typeof PasswordChange>

export const EmailChange = z.strictObject({ email: EmailAddress, password: Password })
export type EmailChange = z.infer<typeof EmailChange>

export const EmailConfirmation = z.strictObject({ token: Token })

const line = (most: number) => z.string().trim().max(most, `Please enter at most ${most} characters`)

export const Profile = z.strictObject({
  firstName: line(100),
  lastName: line(100),
  phone: line(40),
  agencyName: line(120),
  timeZone: z.string().refine(isTimeZone, 'Please choose a time zone'),
})
export type Profile = z.infer<typeof Profile>

export const cardAccents = ['teal', 'navy', 'plum', 'rust', 'slate'] as const
export const AgentCard = z.strictObject({
  cardTagline: line(120),
  cardAccent: z.enum(cardAccents),
  cardShowsPhone: z.boolean(),
  cardShowsEmail: z.boolean(),
})
export type AgentCard = z.infer<typeof AgentCard>

export const MailPreferences = z.strictObject({ mutedMails: z.array(MailKind).max(20) })

/** A picture as the browser reads it: base64 of at most about 700 kB, which the form makes by shrinking it first. */
export const NewPhoto = z.strictObject({ photo: z.base64().max(950_000).nullable() })

export const SessionChoice = z.strictObject({ session: z.string().max(40) })

export const DELETE_WORDS = 'delete my account'
export const AccountDeletion = z.strictObject({
  confirmation: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.literal(DELETE_WORDS, `Please type “${DELETE_WORDS}”`)),
  password: Password,
})

function isTimeZone(name: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

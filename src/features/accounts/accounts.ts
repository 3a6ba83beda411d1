import * as z from 'zod/mini'
import { EmailAddress } from '#platform/emailAddress.ts'
import { ListingId } from '#platform/ids.ts'
import { PersonName } from '#platform/personName.ts'
import { Password, Token } from './credentials.ts'
import { MailKind } from './mailKinds.ts'

export const PasswordChange = z.strictObject({ oldPassword: Password, newPassword: Password })
export type PasswordChange = z.infer<typeof PasswordChange>

export const EmailChange = z.strictObject({ email: EmailAddress, password: Password })
export type EmailChange = z.infer<typeof EmailChange>

export const EmailConfirmationInput = z.strictObject({ token: Token })

/** In the small edition of Zod: the large one tries out code of its own making, which the page's policy forbids. */
const shortText = (most: number) => z.string().check(z.trim(), z.maxLength(most, `Please enter at most ${most} characters`))

export const Profile = z.strictObject({
  firstName: PersonName,
  lastName: PersonName,
  phone: shortText(40),
  agencyName: shortText(120),
  timeZone: z.string().check(z.refine(isTimeZone, 'Please select a time zone')),
})
export type Profile = z.infer<typeof Profile>

export const cardAccents = ['teal', 'navy', 'plum', 'rust', 'slate'] as const
export const AgentCard = z.strictObject({
  cardTagline: shortText(120),
  cardAccent: z.enum(cardAccents),
  cardShowsPhone: z.boolean(),
  cardShowsEmail: z.boolean(),
})
export type AgentCard = z.infer<typeof AgentCard>

/** Whose card: the one behind this listing. */
export const AgentCardInput = z.strictObject({ listingId: ListingId })

export const MailPreferences = z.strictObject({ mutedMails: z.array(MailKind).check(z.maxLength(20)) })

/** A picture as the browser reads it: base64 of at most about 700 kB, which the form makes by shrinking it first. */
export const PhotoInput = z.strictObject({ photo: z.nullable(z.base64().check(z.maxLength(950_000))) })

export const SessionIdInput = z.strictObject({ session: z.string().check(z.maxLength(40)) })

export const DELETE_CONFIRMATION = 'delete my account'
export const AccountDeletion = z.strictObject({
  confirmation: z.pipe(
    z.string().check(z.trim(), z.toLowerCase()),
    z.literal(DELETE_CONFIRMATION, `Please type “${DELETE_CONFIRMATION}”`),
  ),
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

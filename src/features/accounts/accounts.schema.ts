import * as z from 'zod/mini'
import { BotCheckAnswer } from '#platform/botCheck/botCheck.schema.ts'
import {
  EmailAddress,
  ListingId,
  maxCharacters,
  oneLine,
  PersonName,
  trimmedText,
} from '#platform/input/fieldSchemas.ts'

/** With `zod/mini`: these are checked on pages opened on a phone, and full Zod evaluates code, which the page's policy forbids. */

/** Two characters are the specification's minimum; the upper bound keeps hashing affordable. */
export const Password = z
  .string('Please enter your password')
  .check(z.minLength(2, 'Please enter at least 2 characters'), maxCharacters(1024))

/** 32 random bytes, as they are in an emailed link. */
const Token = z.string().check(z.minLength(1), z.maxLength(200))

export const Credentials = z.strictObject({ email: EmailAddress, password: Password })
export type Credentials = z.infer<typeof Credentials>

export const ResetRequest = z.strictObject({ email: EmailAddress, turnstile: BotCheckAnswer })
export type ResetRequest = z.infer<typeof ResetRequest>
/** The part of it that someone types. */
export const ResetRequestFormValues = z.object({ email: EmailAddress })

export const PasswordReset = z.strictObject({ token: Token, password: Password })
export type PasswordReset = z.infer<typeof PasswordReset>
export const PasswordLinkInput = z.strictObject({ token: Token })
export const NewPasswordFormValues = z.object({ password: Password })

/** How long the link to create the first password works. */
export const FIRST_PASSWORD_LINK_DAYS = 7

/** Of the link to create the first password. Any other link is open until someone uses it. */
type PasswordLinkState = 'open' | 'expired' | 'used'

export interface PasswordLink {
  state: PasswordLinkState
  /** The email address of another agent who is signed in where the link was opened. */
  signedInAs?: string
}

export const PasswordChange = z.strictObject({ oldPassword: Password, newPassword: Password })
export type PasswordChange = z.infer<typeof PasswordChange>

export const EmailChange = z.strictObject({ email: EmailAddress, password: Password })
export type EmailChange = z.infer<typeof EmailChange>

export const EmailConfirmationInput = z.strictObject({ token: Token })

export const Profile = z.strictObject({
  firstName: PersonName,
  lastName: PersonName,
  phone: trimmedText(40),
  agencyName: trimmedText(120).check(oneLine),
  licenceLine: trimmedText(120),
  timeZone: z.string().check(z.refine(isTimeZone, 'Please select a time zone')),
})
export type Profile = z.infer<typeof Profile>

export const cardAccents = ['teal', 'navy', 'plum', 'rust', 'slate'] as const
export const AgentCardSettings = z.strictObject({
  cardTagline: trimmedText(120),
  cardAccent: z.enum(cardAccents),
  cardShowsPhone: z.boolean(),
  cardShowsEmail: z.boolean(),
})
export type AgentCardSettings = z.infer<typeof AgentCardSettings>

/** Whose card: the one behind this listing. */
export const ReadAgentCardsInput = z.strictObject({ listingId: ListingId })

/**
 * Emails an agent can switch off. What someone asked for (a reset, a confirmation) always goes out, and so does what protects
 * the account (a new sign-in, a changed password or address, a deletion): a thief would switch it off first.
 */
export const optionalEmails = {
  new_lead: { title: 'New lead', about: 'A buyer left their details on one of your listings.' },
  hot_lead: {
    title: 'Hot lead reading now',
    about: 'A serious buyer is reading your documents. At most once a day for each lead.',
  },
  reminder: { title: 'Follow-up due', about: 'A next action you planned for a lead is due.' },
  morning_list: {
    title: 'Who to ring today',
    about: 'Every morning at 7:30: the leads who are waiting, and what they have read.',
  },
  weekly_summary: { title: 'Weekly summary', about: 'Every Monday: last week’s visitors, leads and reading.' },
  export_ready: { title: 'Export ready', about: 'Your data export is ready to download.' },
} as const

export const EmailKind = z.enum(Object.keys(optionalEmails) as [keyof typeof optionalEmails])
export type EmailKind = keyof typeof optionalEmails

/** The link in an email that an agent can switch off. */
export const UnsubscribeInput = z.strictObject({ key: z.string().check(z.maxLength(300)) })
export const EmailChoiceInput = z.strictObject({ ...UnsubscribeInput.shape, isOn: z.boolean() })

export const EmailPreferences = z.strictObject({ mutedEmails: z.array(EmailKind).check(z.maxLength(20)) })

/** How many months readings may be kept after a listing has closed. */
export const readingRetentions = [6, 12, 24, 36] as const
export const ReadingRetention = z.strictObject({ months: z.literal(readingRetentions) })
export type ReadingRetention = z.infer<typeof ReadingRetention>

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

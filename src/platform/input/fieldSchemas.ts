import * as z from 'zod/mini'
import { idPattern } from './searchParams.ts'

/** For a text that someone types. The message is made when it is needed: the first number in a locale takes milliseconds. */
export const maxCharacters = (max: number) =>
  z.maxLength(max, { error: () => `Please enter at most ${max.toLocaleString('en-NZ')} characters` })

/** A text of one line or several, stored without the spaces around it. */
export const trimmedText = (max: number) => z.string().check(z.trim(), maxCharacters(max))

/** Stored and compared trimmed and lower-cased. */
export const EmailAddress = z.pipe(
  z.string('Please enter your email address').check(z.trim(), z.toLowerCase(), maxCharacters(254)),
  z.email('Please enter a valid email address'),
)

const MAX_SHOWN_LETTERS = 2

/** "mi…@example.nz": enough for the owner to spot a typo, but not for someone who found the page's URL. Never the whole address. */
export function maskedEmail(email: string) {
  const at = email.lastIndexOf('@')
  const letters = [...email.slice(0, at)]
  const shown = letters.slice(0, Math.max(1, Math.min(MAX_SHOWN_LETTERS, letters.length - 1)))
  return `${shown.join('')}…${email.slice(at)}`
}

export const MAX_NAME_LENGTH = 60

/** A web or email address, as email programs would turn it into a link: "http://…", "www.…", "example.com", "me@…". */
const LINK = /:\/\/|www\.|[@/\\]|[\p{L}\d]\.(?:\p{Ll}{2,}|\p{Lu}{2,})(?![\p{L}\d])/u

/** Also with characters that look like a dot, or with invisible characters in between. */
export const hasLink = (text: string) =>
  LINK.test(
    text
      .normalize('NFKC')
      .replaceAll(/[。．｡]/g, '.')
      .replaceAll(/[\p{Cf}]/gu, ''),
  )

/** For longer texts, where "and/or" or "24/7" is no link. */
export const hasLinkInText = (text: string) => hasLink(text.replaceAll(/(?<=[\p{L}\d])\/(?=[\p{L}\d])/gu, ' '))

/** One line (a second could inject a header into an email) that cannot turn the text around it to the other direction. */
export const oneLine = z.regex(/^[^\p{Cc}\u2028-\u202e\u2066-\u2069]*$/u, 'Please enter one line of plain text')

/**
 * A first or a last name. It is shown in subjects and headings of emails, so it is one line (a second line could inject a
 * header), cannot turn the text around it to the other direction, and carries no link.
 */
export const PersonName = z.string().check(
  z.trim(),
  maxCharacters(MAX_NAME_LENGTH),
  oneLine,
  z.refine((name) => !hasLink(name), 'Please enter a name without a web or email address'),
)

/** An id with this prefix. `thing` has its article: "a listing". */
export const idSchema = (prefix: string, thing: string) =>
  z.string().check(z.regex(idPattern(prefix), `Not the id of ${thing}`))

export const ListingId = idSchema('list', 'a listing')
export const FileId = idSchema('file', 'a file')
export const ChannelId = idSchema('chan', 'a link')
export const LeadId = idSchema('lead', 'a lead')
export const PersonId = idSchema('pers', 'a person')
/** A user as a member of an agency. */
export const MemberId = idSchema('usr', 'a member')
export const NotificationId = idSchema('ntfn', 'a notification')

/** Whose rows a list has: the agent's own, those that a colleague shares with them, or those of one agent. Without it everything within reach. */
export const Whose = z.union([z.enum(['mine', 'shared']), MemberId])
export type Whose = z.infer<typeof Whose>

/** A date as browsers' date fields send it. PostgreSQL has no year 0. */
export const Day = z.iso.date().check(z.regex(/^(?!0000)/, 'Please select another day'))

/** The name of the first value that contains NUL or half of a surrogate pair, which PostgreSQL cannot store. */
export function findInvalidText(value: unknown, name = 'data', seen = new Set<object>()): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? name : undefined
  // Deserialised data may contain cycles.
  if (typeof value !== 'object' || value === null || seen.has(value)) return undefined
  seen.add(value)
  for (const [key, inner] of Object.entries(value)) {
    const invalid = findInvalidText(key, name) ?? findInvalidText(inner, key, seen)
    if (invalid) return invalid
  }
  return undefined
}

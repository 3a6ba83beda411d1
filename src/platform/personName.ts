import * as z from 'zod/mini'

export const MAX_NAME_LENGTH = 60

/** A web or email address, as email programs would turn it into a link: "http://…", "www.…", "example.com", "me@…". */
const LINK = /:\/\/|www\.|[@/\\]|[\p{L}\d]\.(?:\p{Ll}{2,}|\p{Lu}{2,})(?![\p{L}\d])/u

/** Also where the dot is another sign that is read as one, or something unseen stands in between. */
export const hasLink = (text: string) =>
  LINK.test(
    text
      .normalize('NFKC')
      .replaceAll(/[。．｡]/g, '.')
      .replaceAll(/[\p{Cf}]/gu, ''),
  )

/**
 * A first or a last name. It is shown in subjects and headings of emails, so it is one line (a second one would be a header of
 * its own) and carries no link.
 */
export const PersonName = z.string().check(
  z.trim(),
  z.maxLength(MAX_NAME_LENGTH, `Please enter at most ${MAX_NAME_LENGTH} characters`),
  z.regex(/^[^\p{Cc}]*$/u, 'Please enter one line'),
  z.refine((name) => !hasLink(name), 'Please enter a name without a web or email address'),
)

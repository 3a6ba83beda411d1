import * as z from 'zod/mini'
import { EmailAddress, hasLinkInText, maxCharacters, oneLine } from '#platform/input/fieldSchemas.ts'

const MAX_AGENCY_NAME_LENGTH = 120
const MAX_LEGAL_LINE_LENGTH = 200
const MAX_WEBSITE_LENGTH = 200
export const MAX_BRAND_TEXT_LENGTH = 1_000

const line = (max: number) => z.string().check(z.trim(), maxCharacters(max), oneLine)

/** In any spelling; stored as "#1e4a86". Empty means ours. */
const Colour = z.pipe(
  z.string().check(z.trim(), z.toLowerCase(), z.regex(/^(#?[0-9a-f]{6})?$/, 'Please enter a colour such as #1e4a86')),
  z.transform((colour: string) => (colour === '' || colour.startsWith('#') ? colour : `#${colour}`)),
)

/** "example.co.nz" becomes "https://example.co.nz". Nothing but https, so that no script and no password can be in it. */
export function normaliseWebsite(typed: string) {
  if (typed === '') return ''
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(typed) && !/^[^/?#]*:\d/.test(typed) ? typed : `https://${typed}`)
  if (url?.protocol !== 'https:' || url.username || url.password) return undefined
  if (!/^[^.]+(\.[^.]+)+$/.test(url.hostname)) return undefined
  url.hash = ''
  const text = url.href.replace(/\/$/, '')
  return text.length > MAX_WEBSITE_LENGTH ? undefined : text
}

const Website = z.pipe(
  z.string().check(
    z.trim(),
    maxCharacters(MAX_WEBSITE_LENGTH),
    z.refine((typed) => normaliseWebsite(typed) !== undefined, 'Please enter a web address that starts with https://'),
  ),
  z.transform((typed: string) => normaliseWebsite(typed) ?? ''),
)

/** Emails to buyers have no link but ours, so that nobody can send strangers anywhere through us. */
const EmailText = z.string().check(
  z.trim(),
  maxCharacters(MAX_BRAND_TEXT_LENGTH),
  z.refine((text) => !hasLinkInText(text), 'Please leave out web and email addresses. A reply goes to the agent.'),
)

const brandFields = {
  name: line(MAX_AGENCY_NAME_LENGTH).check(z.minLength(1, 'Please enter the name of your agency')),
  legalLine: line(MAX_LEGAL_LINE_LENGTH),
  website: Website,
  colour: Colour,
  officeEmail: z.union([z.literal(''), EmailAddress]),
  emailText: EmailText,
  privacyText: z.string().check(z.trim(), maxCharacters(MAX_BRAND_TEXT_LENGTH)),
}

/** As the form has it. */
export const BrandFormValues = z.strictObject(brandFields)
export type BrandFields = z.infer<typeof BrandFormValues>

/** `version` is that of the fields on which the change is based. */
export const SaveBrandInput = z.strictObject({ version: z.string().check(z.maxLength(60)), ...brandFields })
export type SaveBrandInput = z.infer<typeof SaveBrandInput>

/** How long the link to the office's address works. */
export const OFFICE_LINK_DAYS = 7

export const OfficeKeyInput = z.strictObject({ key: z.string().check(z.minLength(1), z.maxLength(200)) })

/** What the page of that link shows. A link that never existed counts as expired, and so does one to an earlier address. */
export type OfficeConfirmation =
  | { state: 'expired' }
  | { state: 'open' | 'confirmed'; agencyName: string; email: string }

/** A picture as the browser reads it: base64 of at most about 700 kB. */
export const LogoInput = z.strictObject({ logo: z.nullable(z.base64().check(z.maxLength(950_000))) })

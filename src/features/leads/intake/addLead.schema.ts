import * as z from 'zod/mini'
import { EmailAddress, ListingId, maxCharacters, PersonName, trimmedText } from '#platform/input/fieldSchemas.ts'
import { looksLikePhone } from '#platform/input/phone.schema.ts'
import { MAX_NOTE_LENGTH } from '../buyer.schema.ts'

const MAX_CONSENT_LENGTH = 300

/** How a buyer agreed to being stored. The agent answers for it, so there is no default. */
export const consentChoices = [
  'They asked me to, on the phone',
  'They asked me to, at an open home',
  'They wrote to me',
  'They signed a form',
] as const

export const Consent = trimmedText(MAX_CONSENT_LENGTH).check(
  z.minLength(1, 'Please say how they agreed to you keeping their details'),
)

const OptionalEmail = z.string().check(
  z.trim(),
  z.toLowerCase(),
  maxCharacters(254),
  z.refine((text) => text === '' || EmailAddress.safeParse(text).success, 'Please enter a valid email address'),
)

const OptionalPhone = z.string().check(
  z.trim(),
  maxCharacters(40),
  z.refine((text) => text === '' || looksLikePhone(text), 'Please enter a valid phone number'),
)

const contactFields = {
  firstName: PersonName.check(z.minLength(1, 'Please enter a name')),
  lastName: PersonName,
  phone: OptionalPhone,
  email: OptionalEmail,
  note: trimmedText(MAX_NOTE_LENGTH),
}
const hasContact = z.refine<{ email: string; phone: string }>(({ email, phone }) => email !== '' || phone !== '', {
  message: 'Please enter a phone number or an email address',
  path: ['phone'],
})

/** A buyer as an agent knows them: with a phone number, an email address or both. */
export const LeadContact = z.strictObject(contactFields).check(hasContact)
export type LeadContact = z.infer<typeof LeadContact>

export const AddLeadInput = z
  .strictObject({ listingId: ListingId, ...contactFields, consent: Consent })
  .check(hasContact)
export type AddLeadInput = z.infer<typeof AddLeadInput>

/** The form of it, with the choice of consent apart from what the agent adds in their own words. */
export const AddLeadFormValues = z
  .strictObject({
    listingId: z.string().check(z.minLength(1, 'Please choose a listing')),
    ...contactFields,
    consentChoice: z.string().check(z.minLength(1, 'Please say how they agreed to you keeping their details')),
    consentText: trimmedText(200),
  })
  .check(hasContact)

export const consentStatement = ({ consentChoice, consentText }: { consentChoice: string; consentText: string }) =>
  [consentChoice, consentText.trim()].filter(Boolean).join('. ')

export const MAX_IMPORTED_ROWS = 2_000
/** What a call may have at most, less what the encoding needs. */
export const MAX_IMPORT_LENGTH = 900_000

const RowCells = z.pipe(
  z.pipe(
    z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()]),
    z.transform(([firstName, lastName, phone, email, note]) => ({ firstName, lastName, phone, email, note })),
  ),
  LeadContact,
)

/** Many rows as one text of JSON: as objects they would take three times the room. */
const ImportedRows = z.pipe(
  z.pipe(z.string().check(z.maxLength(MAX_IMPORT_LENGTH)), z.transform(parseJson)),
  z.array(RowCells).check(z.minLength(1), z.maxLength(MAX_IMPORTED_ROWS)),
)

function parseJson(text: string, context: { issues: unknown[] }): unknown {
  try {
    return JSON.parse(text)
  } catch {
    context.issues.push({ code: 'custom', message: 'Not a list of rows', input: text })
    return z.NEVER
  }
}

export const writeRows = (rows: readonly LeadContact[]) =>
  JSON.stringify(rows.map(({ firstName, lastName, phone, email, note }) => [firstName, lastName, phone, email, note]))

export const ImportLeadsInput = z.strictObject({
  listingId: ListingId,
  consent: Consent,
  rows: ImportedRows,
  /** Made once for each import: the same import again, after a lost response, adds nothing. */
  key: z.uuid(),
})
export type ImportLeadsInput = z.infer<typeof ImportLeadsInput>

/** Why a row added nothing. */
export type SkipReason = 'known' | 'repeated'

import * as z from 'zod/mini'
import { EmailAddress, maxCharacters, PersonId, PersonName, trimmedText, Whose } from '#platform/input/fieldSchemas.ts'
import { looksLikePhone } from '#platform/input/phone.schema.ts'
import { peopleSorts } from './peopleSearch.ts'

const MAX_PERSON_NOTE_LENGTH = 5_000

const filterFields = {
  whose: z.optional(Whose),
  search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  sort: z._default(z.enum(peopleSorts), 'seen'),
}
const pageFields = {
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 50),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
}

export const ListPeopleInput = z.strictObject({ ...filterFields, ...pageFields })
export type ListPeopleInput = z.infer<typeof ListPeopleInput>
export type PeopleFilter = Pick<ListPeopleInput, 'search' | 'whose' | 'sort'>

export const PersonIdInput = z.strictObject({ id: PersonId })
/** Typed, because it can't be undone. */
export const ERASE_CONFIRMATION = 'erase'
const EraseConfirmation = z.pipe(
  z.string().check(z.trim(), z.toLowerCase()),
  z.literal(ERASE_CONFIRMATION, `Please type “${ERASE_CONFIRMATION}”`),
)
export const ErasePersonFormValues = z.strictObject({ confirmation: EraseConfirmation })
export const ErasePersonInput = z.strictObject({ id: PersonId, confirmation: EraseConfirmation })

export const PersonTimelineInput = z.strictObject({ id: PersonId, ...pageFields })
export type PersonTimelineInput = z.infer<typeof PersonTimelineInput>

/** The agent's corrections, which apply to all enquiries of the person. */
export const PersonDetails = z.strictObject({
  firstName: PersonName.check(z.minLength(1, 'Please enter a name')),
  lastName: PersonName,
  phone: z.string().check(
    z.trim(),
    maxCharacters(40),
    z.refine((text) => text === '' || looksLikePhone(text), 'Please enter a valid phone number'),
  ),
  /** Empty only for a person who has none. */
  email: z.string().check(
    z.trim(),
    z.toLowerCase(),
    maxCharacters(254),
    z.refine((text) => text === '' || EmailAddress.safeParse(text).success, 'Please enter a valid email address'),
  ),
  note: trimmedText(MAX_PERSON_NOTE_LENGTH),
})
export const UpdatePersonInput = z.strictObject({ id: PersonId, ...PersonDetails.shape })
export type UpdatePersonInput = z.infer<typeof UpdatePersonInput>

/** The other one is merged into the first. */
export const MergePeopleInput = z
  .strictObject({ id: PersonId, otherId: PersonId })
  .check(z.refine(({ id, otherId }) => id !== otherId, { message: 'Please choose another person', path: ['otherId'] }))
export type MergePeopleInput = z.infer<typeof MergePeopleInput>

import * as z from 'zod/mini'
import { trimmedText } from '#platform/input/fieldSchemas.ts'
import {
  countries,
  landAreaUnits,
  propertyTypes,
  saleMethods,
  saleStatuses,
  titleTypes,
} from '#values/listingFactValues.ts'
import { HOUR_MS } from '#values/time.ts'

/** PostgreSQL's largest integer. */
const MAX_PRICE = 2 ** 31 - 1
const MAX_ROOMS = 99
const MAX_AREA = 10_000_000
export const MAX_OPEN_HOMES = 40
const MAX_OPEN_HOME_HOURS = 12

/** An empty text is no fact. */
const optionalText = (max: number) =>
  z.nullable(
    z.pipe(
      trimmedText(max),
      z.transform((text: string) => text || null),
    ),
  )

const count = z.nullable(
  z
    .int('Please enter a whole number')
    .check(z.gte(0, 'Please enter 0 or more'), z.lte(MAX_ROOMS, 'Please enter at most 99')),
)
const area = z.nullable(
  z.number('Please enter a number').check(z.positive('Please enter more than 0'), z.lte(MAX_AREA, 'That is too large')),
)
const price = z.nullable(
  z
    .int('Please enter whole dollars')
    .check(z.positive('Please enter more than 0'), z.lte(MAX_PRICE, 'That is too much')),
)

/** An instant as ISO text, within the years that a calendar can hold. */
export const Moment = z.pipe(
  z.iso
    .datetime({ offset: true, error: 'Please enter a date and time' })
    .check(z.regex(/^20/, 'Please check the year')),
  z.transform((text: string) => new Date(text)),
)
const PastOrComingDay = z.iso.date('Please enter a date').check(z.regex(/^20/, 'Please check the year'))

export const OPEN_HOME_ID = /^open_[0-9a-z]{16}$/

export const openHomeTimes = { startsAt: Moment, endsAt: Moment }
type Times = Record<keyof typeof openHomeTimes, unknown>

export const endsAfterStart = z.refine<Times>((times) => durationMs(times) > 0, {
  error: 'An open home can’t end before it starts',
  path: ['endsAt'],
})
export const isShortEnough = z.refine<Times>((times) => durationMs(times) <= MAX_OPEN_HOME_HOURS * HOUR_MS, {
  error: `An open home can be at most ${MAX_OPEN_HOME_HOURS} hours long`,
  path: ['endsAt'],
})

const OpenHome = z
  .strictObject({
    /** Missing for a new one. */
    id: z.optional(z.string().check(z.regex(OPEN_HOME_ID, 'Not the id of an open home'))),
    ...openHomeTimes,
    note: trimmedText(200),
  })
  .check(endsAfterStart, isShortEnough)

/** Also called with times that are not valid, which have their own error. */
const durationMs = ({ startsAt, endsAt }: Times) =>
  startsAt instanceof Date && endsAt instanceof Date ? endsAt.getTime() - startsAt.getTime() : 1

const addressFields = {
  unit: optionalText(20),
  streetNumber: optionalText(20),
  street: optionalText(120),
  suburb: optionalText(80),
  city: optionalText(80),
  region: optionalText(80),
  postcode: optionalText(10),
  country: z.nullable(z.enum(countries)),
}

const propertyFields = {
  propertyType: z.nullable(z.enum(propertyTypes)),
  bedrooms: count,
  bathrooms: count,
  parking: count,
  floorArea: area,
  landArea: area,
  landAreaUnit: z.nullable(z.enum(landAreaUnits)),
  titleType: z.nullable(z.enum(titleTypes)),
}

const saleFields = {
  saleMethod: z.nullable(z.enum(saleMethods)),
  price,
  priceText: optionalText(80),
  saleAt: z.nullable(Moment),
  status: z.enum(saleStatuses),
  soldOn: z.nullable(PastOrComingDay),
  soldPrice: price,
  isShownByAppointment: z.boolean(),
}

/** What buyers ask first. Every fact is optional. */
export const ListingFacts = z.strictObject({
  ...addressFields,
  ...propertyFields,
  ...saleFields,
  openHomes: z.array(OpenHome).check(z.maxLength(MAX_OPEN_HOMES, `Please add at most ${MAX_OPEN_HOMES} open homes`)),
})
export type ListingFacts = z.infer<typeof ListingFacts>

export type Address = Pick<ListingFacts, keyof typeof addressFields>
export type PropertyFacts = Pick<ListingFacts, keyof typeof propertyFields>
export type SaleFacts = Pick<ListingFacts, keyof typeof saleFields>

const pick = <Values extends object, Key extends keyof Values>(values: Values, keys: Key[]) =>
  Object.fromEntries(keys.map((key) => [key, values[key]])) as Pick<Values, Key>

const addressKeys = Object.keys(addressFields) as (keyof Address)[]
const propertyKeys = Object.keys(propertyFields) as (keyof PropertyFacts)[]

/** The facts that another listing of the same property or building would have. */
export const copiedFacts = (facts: Address & PropertyFacts) => pick(facts, [...addressKeys, ...propertyKeys])

/** An open home as it is stored. */
export interface StoredOpenHome {
  id: string
  startsAt: Date
  endsAt: Date
  note: string
  sequence: number
}

import { z } from 'zod'
import {
  countries,
  landAreaUnits,
  propertyTypes,
  saleMethods,
  saleStatuses,
  titleTypes,
} from '#values/listingFactValues.ts'

const text = z.string().nullable()
const number = z.number().nullable()

/** "2026-12-05T13:00": the clock where the property is. A time that the file gives with its offset is an instant: "2026-12-05T00:00:00.000Z". */
const LocalTime = z.string()

/** What a file says of a listing. What it leaves out stays as it is; null clears it. */
const FeedFacts = z.strictObject({
  title: z.string().optional(),
  subtitle: z.string().optional(),
  /** Plain text, a line for each paragraph. */
  description: z.string().optional(),
  unit: text.optional(),
  streetNumber: text.optional(),
  street: text.optional(),
  suburb: text.optional(),
  city: text.optional(),
  region: text.optional(),
  postcode: text.optional(),
  country: z.enum(countries).optional(),
  propertyType: z.enum(propertyTypes).optional(),
  bedrooms: number.optional(),
  bathrooms: number.optional(),
  parking: number.optional(),
  floorArea: number.optional(),
  landArea: number.optional(),
  landAreaUnit: z.enum(landAreaUnits).nullable().optional(),
  titleType: z.enum(titleTypes).nullable().optional(),
  saleMethod: z.enum(saleMethods).nullable().optional(),
  price: number.optional(),
  priceText: text.optional(),
  saleAt: LocalTime.nullable().optional(),
  status: z.enum(saleStatuses).optional(),
  /** "2026-12-05". */
  soldOn: text.optional(),
  soldPrice: number.optional(),
  isShownByAppointment: z.boolean().optional(),
  openHomes: z.array(z.strictObject({ startsAt: LocalTime, endsAt: LocalTime })).optional(),
})
export type FeedFacts = z.infer<typeof FeedFacts>
export type FeedField = keyof FeedFacts

const FeedPhoto = z.strictObject({
  /** The CRM's id of the photo: "m" is the main one. */
  id: z.string(),
  url: text,
  /** Its name in the zip. */
  file: text,
  /** As the file says it. Another time is another photo. */
  changed: z.string(),
})
export type FeedPhoto = z.infer<typeof FeedPhoto>

/** A listing as a file describes it. */
export const FeedListing = z.strictObject({
  uniqueId: z.string(),
  /** The CRM's time of change. */
  changedAt: LocalTime.nullable(),
  facts: FeedFacts,
  /** The first is the lead agent. */
  agents: z.array(z.strictObject({ name: z.string(), email: z.string() })),
  /** All that the CRM has of it. Null if the file doesn’t say: then they stay as they are. */
  photos: z.array(FeedPhoto).nullable(),
  warnings: z.array(z.string()),
})
export type FeedListing = z.infer<typeof FeedListing>

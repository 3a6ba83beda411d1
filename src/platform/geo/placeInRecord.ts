import * as z from 'zod/mini'
import type { Place } from './places.server.ts'

const name = z.optional(z.catch(z.string(), ''))

/** Flat, as in the package, or nested, as MaxMind and DB-IP deliver their own files. */
const Entry = z.object({
  country_code: name,
  state1: name,
  city: z.optional(z.union([z.string(), z.object({ names: z.object({ en: name }) })])),
  country: z.optional(z.object({ iso_code: name })),
  subdivisions: z.optional(z.array(z.object({ names: z.object({ en: name }) }))),
})

/** DB-IP adds a part of the city in brackets: "Auckland (Auckland CBD)". Views are counted by city. */
const DISTRICT = / \([^()]*\)$/

export function placeInRecord(record: unknown): Place {
  const { data } = Entry.safeParse(record)
  const city = typeof data?.city === 'string' ? data.city : data?.city?.names.en
  return {
    country: data?.country_code || data?.country?.iso_code || null,
    region: data?.state1 || data?.subdivisions?.[0]?.names.en || null,
    city: city?.replace(DISTRICT, '') || null,
  }
}

import type { countries } from '#values/listingFactValues.ts'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import type { Address } from './facts.schema.ts'

type Country = (typeof countries)[number]

export const countryNames: Record<Country, string> = { NZ: 'New Zealand', AU: 'Australia' }

export const regionsByCountry: Record<Country, readonly string[]> = {
  NZ: [
    'Northland',
    'Auckland',
    'Waikato',
    'Bay of Plenty',
    'Gisborne',
    'Hawke’s Bay',
    'Taranaki',
    'Manawatū-Whanganui',
    'Wellington',
    'Tasman',
    'Nelson',
    'Marlborough',
    'West Coast',
    'Canterbury',
    'Otago',
    'Southland',
  ],
  AU: ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'],
}

const australianZones: Record<string, string> = {
  ACT: 'Australia/Sydney',
  NSW: 'Australia/Sydney',
  NT: 'Australia/Darwin',
  QLD: 'Australia/Brisbane',
  SA: 'Australia/Adelaide',
  TAS: 'Australia/Hobart',
  VIC: 'Australia/Melbourne',
  WA: 'Australia/Perth',
}

/** Where the property is. An address that does not say leaves it at the agent's time zone. */
export function listingTimeZone({ country, region }: Pick<Address, 'country' | 'region'>, agentsZone?: string | null) {
  if (country === 'AU' && region && australianZones[region]) return australianZones[region]
  if (country === 'NZ') return DEFAULT_TIME_ZONE
  return agentsZone || DEFAULT_TIME_ZONE
}

/** Texts about a property are read, and pasted into ads, where it is: its dates and prices are written as they are there. */
export const listingLocale = ({ country }: Pick<Address, 'country'>) => (country === 'AU' ? 'en-AU' : 'en-NZ')

const noAddress: Address = {
  unit: null,
  streetNumber: null,
  street: null,
  suburb: null,
  city: null,
  region: null,
  postcode: null,
  country: null,
}

/** Parts that are missing are unknown. */
export const completeAddress = (parts: Partial<Address>): Address => ({ ...noAddress, ...parts })

/** "3/12 Rata Street". Empty without a street. */
export function streetLine({ unit, streetNumber, street }: Pick<Address, 'unit' | 'streetNumber' | 'street'>) {
  const number = unit && streetNumber ? `${unit}/${streetNumber}` : (streetNumber ?? unit)
  return [number, street].filter(Boolean).join(' ')
}

/** "Karori, Wellington 6012", or as Australia writes it: "Richmond VIC 3121". */
export function localityLine({ suburb, city, region, postcode, country }: Address) {
  if (country === 'AU') return [suburb ?? city, region, postcode].filter(Boolean).join(' ')
  const place = [suburb, city === suburb ? null : city].filter(Boolean).join(', ')
  return [place || region, postcode].filter(Boolean).join(' ')
}

/** "3/12 Rata Street, Karori, Wellington 6012". */
export const addressLine = (address: Address) => [streetLine(address), localityLine(address)].filter(Boolean).join(', ')

/** "3/12 Rata Street, Karori": short enough for a heading. Empty without a street. */
export function titleFromAddress(address: Address) {
  const street = streetLine(address)
  return street && [street, address.suburb ?? address.city].filter(Boolean).join(', ')
}

/** What a title leaves unsaid of the address: "Wellington 6012" under "12 Rata Street, Karori". */
export function addressBelowTitle(title: string, address: Address) {
  const street = streetLine(address)
  if (!street || !title.includes(street)) return addressLine(address)
  const unsaid = (part: string | null) => (part && title.includes(part) ? null : part)
  const rest = localityLine({ ...address, suburb: unsaid(address.suburb), city: unsaid(address.city) })
  return title.includes(rest) ? '' : rest
}

const UNIT_AND_NUMBER = /^(?:(?:unit|flat|apartment|apt)\s+)?([\p{L}\d-]{1,10})\s*\/\s*(\d[\p{L}\d-]*)\s+(.+)$/iu
const NAMED_UNIT = /^(?:unit|flat|apartment|apt)\s+([\p{L}\d-]{1,10}),?\s+(\d[\p{L}\d-]*)\s+(.+)$/iu
const NUMBER = /^(\d[\p{L}\d-]*)\s+(.+)$/u

/** "3/12 Rata Street" in its parts. Whatever is not understood is the street, so nothing typed is lost. */
export function parseStreetLine(line: string): Pick<Address, 'unit' | 'streetNumber' | 'street'> {
  const text = line.trim().replace(/\s+/g, ' ')
  const [, unit, unitNumber, unitStreet] = UNIT_AND_NUMBER.exec(text) ?? NAMED_UNIT.exec(text) ?? []
  if (unit && unitNumber && unitStreet) return { unit, streetNumber: unitNumber, street: unitStreet }
  const [, streetNumber, street] = NUMBER.exec(text) ?? []
  if (streetNumber && street) return { unit: null, streetNumber, street }
  return { unit: null, streetNumber: null, street: text || null }
}

const AUSTRALIAN_END = /^(.+?),?\s+(ACT|NSW|NT|QLD|SA|TAS|VIC|WA)(?:\s+(\d{4}))?$/i
const COUNTRY = /,?\s*(new zealand|aotearoa|nz|australia)$/i

/** A whole address in one line, such as one that was pasted: "12 Rata Street, Karori, Wellington 6012". */
export function parseAddress(line: string): Partial<Address> {
  const named = COUNTRY.exec(line)?.[1]?.toLowerCase()
  const text = line.replace(COUNTRY, '').trim()
  const [street = '', ...rest] = text.split(/\s*,\s*/)
  if (rest.length === 0) return parseStreetLine(street)
  const parts = parseStreetLine(street)
  const locality = rest.join(', ')
  const [, suburb, state, australianPostcode] = AUSTRALIAN_END.exec(locality) ?? []
  if (suburb && state && named !== 'new zealand')
    return { ...parts, suburb, region: state.toUpperCase(), postcode: australianPostcode ?? null, country: 'AU' }
  const [, place = locality, postcode = null] = /^(.*?),?\s*(\d{4})$/.exec(locality) ?? []
  const [first = '', second] = place.split(/\s*,\s*/)
  return {
    ...parts,
    suburb: second ? first : null,
    city: second ?? (first || null),
    postcode,
    country: named === 'australia' ? 'AU' : 'NZ',
  }
}

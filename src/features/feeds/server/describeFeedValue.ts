import { countryNames } from '#features/listings/facts/address.ts'
import {
  landAreaUnitNames,
  propertyTypeNames,
  saleMethodNames,
  saleStatusNames,
  titleTypeNames,
} from '#features/listings/facts/factTexts.ts'
import { longDateTime, mediumDay } from '#ui/format/dates.ts'
import { formatNumber } from '#ui/format/format.ts'
import type { OwnedField } from '../feeds.schema.ts'

const MAX_SHOWN_LENGTH = 120

const namesByField: Partial<Record<OwnedField, Record<string, string>>> = {
  country: countryNames,
  propertyType: propertyTypeNames,
  titleType: titleTypeNames,
  landAreaUnit: landAreaUnitNames,
  saleMethod: saleMethodNames,
  status: saleStatusNames,
}

/** A value of a listing as a short text for people. Empty if there is none. */
export function describeFeedValue(field: OwnedField, value: unknown, timeZone: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return describeNumber(field, value)
  // The other values come from the database or have passed the schema of listings.
  if (Array.isArray(value))
    return shorten(value.map(({ startsAt }: { startsAt: string }) => momentText(startsAt, timeZone)).join(', '))
  const text = String(value)
  if (field === 'saleAt') return momentText(text, timeZone)
  if (field === 'soldOn') return mediumDay(text)
  return namesByField[field]?.[text] ?? shorten(text)
}

const momentText = (iso: string, timeZone: string) => longDateTime(new Date(iso), timeZone)

const describeNumber = (field: OwnedField, amount: number) =>
  `${field === 'price' || field === 'soldPrice' ? '$' : ''}${formatNumber(amount, { maximumFractionDigits: 4 })}`

const shorten = (text: string) => (text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text)

import { timeOfDay } from '#ui/format/dates.ts'
import { formatCount, formatDate, formatNumber } from '#ui/format/format.ts'
import type { landAreaUnits, propertyTypes, saleMethods, saleStatuses, titleTypes } from '#values/listingFactValues.ts'
import { addressBelowTitle, listingLocale } from './address.ts'
import type { Address, PropertyFacts, SaleFacts } from './facts.schema.ts'

export const propertyTypeNames: Record<(typeof propertyTypes)[number], string> = {
  house: 'House',
  apartment: 'Apartment',
  townhouse: 'Townhouse',
  unit: 'Unit',
  section: 'Section',
  lifestyle: 'Lifestyle property',
  rural: 'Rural property',
  commercial: 'Commercial property',
}

export const titleTypeNames: Record<(typeof titleTypes)[number], string> = {
  freehold: 'Freehold',
  leasehold: 'Leasehold',
  cross_lease: 'Cross lease',
  unit_title: 'Unit title',
  strata: 'Strata title',
  company: 'Company title',
}

export const landAreaUnitNames: Record<(typeof landAreaUnits)[number], string> = { m2: 'm²', ha: 'ha' }

export const saleMethodNames: Record<(typeof saleMethods)[number], string> = {
  auction: 'Auction',
  deadline_sale: 'Deadline sale',
  tender: 'Tender',
  negotiation: 'Price by negotiation',
  asking_price: 'Asking price',
  enquiries_over: 'Enquiries over',
  set_date: 'Set date of sale',
}

export const saleStatusNames: Record<(typeof saleStatuses)[number], string> = {
  available: 'Available',
  under_offer: 'Under offer',
  sold: 'Sold',
  withdrawn: 'Withdrawn',
}

/** Methods with a date, and what the date is called. */
export const saleDateNames: Partial<Record<(typeof saleMethods)[number], string>> = {
  auction: 'Auction',
  deadline_sale: 'Deadline',
  tender: 'Tender closes',
  set_date: 'Set date',
}

/** Methods with a price. */
export const hasPrice = (method: SaleFacts['saleMethod']) => method === 'asking_price' || method === 'enquiries_over'

export const listingCurrency = ({ country }: Pick<Address, 'country'>) => (country === 'AU' ? 'AUD' : 'NZD')

/** Where the property is. */
export type CountryAndTimeZone = Pick<Address, 'country'> & { timeZone: string }

/** "$1,250,000". The page is about one place, so the sign alone says which dollars. */
const formatPrice = (dollars: number, place: Pick<CountryAndTimeZone, 'country'>) =>
  `$${formatNumber(dollars, {}, listingLocale(place))}`

const areaText = (amount: number, unit: string) => `${formatNumber(amount, { maximumFractionDigits: 4 })} ${unit}`

interface NamedFact {
  name: string
  /** "3 bed", where the name would take too much room. */
  short: string
  value: string
}

/** The facts of a property in the order in which buyers ask. */
export function propertyFacts(facts: PropertyFacts): NamedFact[] {
  const { propertyType, bedrooms, bathrooms, parking, floorArea, landArea, landAreaUnit, titleType } = facts
  const unit = landAreaUnitNames[landAreaUnit ?? 'm2']
  const all: (NamedFact | null)[] = [
    bedrooms !== null
      ? { name: 'Bedrooms', short: formatCount(bedrooms, 'bedroom'), value: formatNumber(bedrooms) }
      : null,
    bathrooms !== null
      ? { name: 'Bathrooms', short: formatCount(bathrooms, 'bathroom'), value: formatNumber(bathrooms) }
      : null,
    parking !== null
      ? { name: 'Parking', short: formatCount(parking, 'car park'), value: formatNumber(parking) }
      : null,
    floorArea !== null
      ? { name: 'Floor area', short: `${areaText(floorArea, 'm²')} floor`, value: areaText(floorArea, 'm²') }
      : null,
    landArea !== null
      ? { name: 'Land area', short: `${areaText(landArea, unit)} land`, value: areaText(landArea, unit) }
      : null,
    propertyType && {
      name: 'Property type',
      short: propertyTypeNames[propertyType],
      value: propertyTypeNames[propertyType],
    },
    titleType && { name: 'Title type', short: titleTypeNames[titleType], value: titleTypeNames[titleType] },
  ]
  return all.filter((fact) => fact !== null)
}

/** "3 bedrooms · 1 bathroom · 2 car parks · 142 m² floor": at most four, for a line under a title. */
export const factsLine = (facts: PropertyFacts) =>
  propertyFacts(facts)
    .slice(0, 4)
    .map(({ short }) => short)
    .join(' · ')

/** "Sat 6 Dec". */
function weekdayAndDay(moment: Date, { timeZone, ...place }: CountryAndTimeZone) {
  const locale = listingLocale(place)
  const weekday = formatDate(moment, { weekday: 'short', timeZone }, locale)
  return `${weekday} ${formatDate(moment, { day: 'numeric', month: 'short', timeZone }, locale)}`
}

const timeThere = (moment: Date, place: CountryAndTimeZone) => timeOfDay(moment, place.timeZone, listingLocale(place))

/** "Sat 6 Dec, 1:00 pm". */
export const saleMoment = (moment: Date, place: CountryAndTimeZone) =>
  `${weekdayAndDay(moment, place)}, ${timeThere(moment, place)}`

/** "Auction, Sat 6 Dec, 1:00 pm", "Enquiries over $895,000", or what the agent wrote. Empty without a method. */
export function saleLine(
  { saleMethod, price, priceText, saleAt }: Pick<SaleFacts, 'saleMethod' | 'price' | 'priceText' | 'saleAt'>,
  place: CountryAndTimeZone,
) {
  const terms = priceText ?? methodText(saleMethod, price, place)
  const date = saleAt && saleMethod && saleDateNames[saleMethod] ? saleMoment(saleAt, place) : ''
  if (!date) return terms
  const dateName = saleMethod && saleDateNames[saleMethod]
  return priceText
    ? `${terms} · ${dateName} ${date}`
    : saleMethod === 'tender'
      ? `${dateName} ${date}`
      : `${terms}, ${date}`
}

function methodText(method: SaleFacts['saleMethod'], price: number | null, place: CountryAndTimeZone) {
  if (!method) return ''
  if (!hasPrice(method)) return saleMethodNames[method]
  return price === null ? '' : `${saleMethodNames[method]} ${formatPrice(price, place)}`
}

interface ListingHeadline {
  title: string
  subtitle: string
  facts: PropertyFacts & Pick<SaleFacts, 'saleMethod' | 'price' | 'priceText' | 'saleAt'> & Address
  timeZone: string
}

/** What fits under the title on a poster or a picture: the rest of the address, the sale, and the facts or the subtitle. */
export const headlineBelowTitle = ({ title, subtitle, facts, timeZone }: ListingHeadline) =>
  [addressBelowTitle(title, facts), saleLine(facts, { ...facts, timeZone }), factsLine(facts) || subtitle]
    .filter(Boolean)
    .join(' · ')

/** "Sold on 3 November 2026 for $1,250,000". */
export function soldLine({
  soldOn,
  soldPrice,
  country,
}: Pick<SaleFacts & Address, 'soldOn' | 'soldPrice' | 'country'>) {
  const locale = listingLocale({ country })
  const day = soldOn && formatDate(new Date(`${soldOn}T00:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' }, locale)
  const price = soldPrice !== null && `for ${formatPrice(soldPrice, { country })}`
  return ['Sold', day && `on ${day}`, price].filter(Boolean).join(' ')
}

/** "Sun 23 Nov, 2:00 pm – 2:30 pm". */
export const openHomeTime = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, place: CountryAndTimeZone) =>
  `${saleMoment(startsAt, place)} – ${timeThere(endsAt, place)}`

/** "Auckland time": for a reader who may be elsewhere. */
export const zoneName = (timeZone: string) => `${timeZone.split('/').at(-1)?.replaceAll('_', ' ')} time`

import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile, user } from '#db/schema/accounts.ts'
import { listing } from '#db/schema/listings.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { findSignedInAgent } from '#platform/auth/sessionCookie.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { notSignedIn } from '#platform/errors.ts'
import { useServices } from '#platform/services.server.ts'
import { fullName } from '#ui/format/format.ts'
import { toWallTime } from '#ui/format/wallTime.ts'
import { plainDescription } from '../description/plainDescription.ts'
import { listingTimeZone } from '../facts/address.ts'
import { requireListing } from './listings.server.ts'

/** Responds with one of the signed-in agent's listings as REAXML. */
export async function serveListingReaxml(id: string) {
  const visitor = await findSignedInAgent()
  if (!visitor) throw notSignedIn()
  const { db } = useServices().database
  const { slug, xml } = await describeAsReaxml(db, visitor.agent, id)
  await writeAudit(db, visitor.agent, 'downloaded', { what: 'reaxml' }, id)
  return new Response(xml, {
    headers: { 'content-type': 'application/xml', 'content-disposition': `attachment; filename="${slug}.xml"` },
  })
}

/** A listing in the format that portals and CRMs of Australia and New Zealand exchange. */
export async function describeAsReaxml(db: Db, agent: Agent, id: string) {
  const own = await requireListing(db, agent, id)
  const [contact] = await db
    .select({ user, timeZone: profile.timeZone })
    .from(listing)
    .innerJoin(user, eq(user.id, listing.userId))
    .leftJoin(profile, eq(profile.userId, listing.userId))
    .where(eq(listing.id, id))
  const timeZone = listingTimeZone(own, contact?.timeZone)
  return { slug: own.slug, xml: writeReaxml(own, timeZone, contact?.user) }
}

type OwnListing = Awaited<ReturnType<typeof requireListing>>
type Contact = Pick<typeof user.$inferSelect, 'firstName' | 'lastName' | 'email' | 'phone'>

const categories = {
  house: 'House',
  apartment: 'Apartment',
  townhouse: 'Townhouse',
  unit: 'Unit',
  lifestyle: 'AcreageSemi-rural',
} as const

const elementsByType = { section: 'land', rural: 'rural', commercial: 'commercial' } as const

const statuses = { available: 'current', under_offer: 'current', sold: 'sold', withdrawn: 'withdrawn' } as const

export function writeReaxml(own: OwnListing, timeZone: string, contact?: Contact) {
  const type = own.propertyType ?? 'house'
  const name = type in elementsByType ? elementsByType[type as keyof typeof elementsByType] : 'residential'
  const category = type in categories ? categories[type as keyof typeof categories] : undefined
  const time = (moment: Date) => writeTime(toWallTime(moment, timeZone))
  const modTime = time(own.updatedAt)
  const status = statuses[own.status]
  const content = [
    element('agentID', ''),
    element('uniqueID', own.id),
    contact &&
      group('listingAgent', { id: '1' }, [
        element('name', fullName(contact)),
        optional('telephone', contact.phone, { type: 'mobile' }),
        element('email', contact.email),
      ]),
    ...describeSale(own, time),
    describeAddress(own),
    category && element('category', undefined, { name: category }),
    name === 'commercial' && element('commercialListingType', undefined, { value: 'sale' }),
    optional('headline', own.subtitle),
    optional('description', plainDescription(own.description)),
    group('features', {}, [
      optional('bedrooms', own.bedrooms),
      optional('bathrooms', own.bathrooms),
      optional('garages', own.parking),
    ]),
    own.landArea !== null &&
      group('landDetails', {}, [
        element('area', own.landArea, { unit: own.landAreaUnit === 'ha' ? 'hectare' : 'squareMeter' }),
      ]),
    own.floorArea !== null && group('buildingDetails', {}, [element('area', own.floorArea, { unit: 'squareMeter' })]),
    group(
      'inspectionTimes',
      {},
      own.openHomes.map(({ startsAt, endsAt }) =>
        element('inspection', writeInspection(toWallTime(startsAt, timeZone), toWallTime(endsAt, timeZone))),
      ),
    ),
    ...describeExtraFields(own, time),
  ]
  const listed = group(name, { modTime, status }, content)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE propertyList SYSTEM "http://reaxml.realestate.com.au/propertyList.dtd">\n${group('propertyList', { date: modTime }, [listed])}\n`
}

function describeAddress({ unit, streetNumber, street, suburb, city, region, postcode, country }: OwnListing) {
  return group('address', { display: 'yes' }, [
    optional('subNumber', unit),
    optional('streetNumber', streetNumber),
    optional('street', street),
    optional('suburb', suburb, { display: 'yes' }),
    optional('city', city),
    optional(country === 'AU' ? 'state' : 'region', region),
    optional('postcode', postcode),
    optional('country', country),
  ])
}

const authorities: Partial<Record<NonNullable<OwnListing['saleMethod']>, string>> = {
  auction: 'auction',
  set_date: 'setsale',
}

function describeSale(own: OwnListing, time: (moment: Date) => string) {
  const { saleMethod, saleAt, price, priceText, status, soldOn, soldPrice } = own
  return [
    element('authority', undefined, { value: (saleMethod && authorities[saleMethod]) ?? 'sale' }),
    element('underOffer', undefined, { value: status === 'under_offer' ? 'yes' : 'no' }),
    optional('price', price, { display: 'yes' }),
    optional('priceView', priceText),
    saleMethod === 'auction' && saleAt && element('auction', undefined, { date: time(saleAt) }),
    saleMethod === 'set_date' && saleAt && element('setSale', undefined, { date: time(saleAt) }),
    (soldOn || soldPrice !== null) &&
      group('soldDetails', {}, [optional('price', soldPrice, { display: 'yes' }), optional('date', soldOn)]),
  ]
}

/** What the format has no place for. Other programs pass over it; our own import reads it. */
function describeExtraFields(own: OwnListing, time: (moment: Date) => string) {
  const { saleMethod, saleAt, titleType, isShownByAppointment, isTitleMade, title } = own
  const extra = (name: string, text: string) => element('extraFields', text, { name })
  return [
    saleMethod && extra('saleMethod', saleMethod),
    saleAt && extra('saleAt', time(saleAt)),
    titleType && extra('titleType', titleType),
    isShownByAppointment && extra('isShownByAppointment', 'yes'),
    !isTitleMade && extra('title', title),
  ]
}

type Part = string | false | null | undefined

const element = (name: string, text?: string | number, attributes: Record<string, string> = {}) =>
  text === undefined
    ? `<${name}${write(attributes)}/>`
    : `<${name}${write(attributes)}>${escapeXml(String(text))}</${name}>`

const optional = (name: string, value: string | number | null, attributes?: Record<string, string>) =>
  value === null || value === '' ? undefined : element(name, value, attributes)

function group(name: string, attributes: Record<string, string>, parts: Part[]) {
  const inside = parts.filter((part) => typeof part === 'string')
  return inside.length > 0
    ? `<${name}${write(attributes)}>\n${inside.join('\n')}\n</${name}>`
    : `<${name}${write(attributes)}/>`
}

const write = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('')

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML cannot have are left out. */
const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/(?![\t\n])[\p{Cc}\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '')

/** "2026-12-05T13:00" as the format writes it. */
const writeTime = (wallTime: string) => `${wallTime.slice(0, 10)}-${wallTime.slice(11, 16)}:00`

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "21-Jan-2027 11:00am to 1:00pm". */
const writeInspection = (startsAt: string, endsAt: string) =>
  `${startsAt.slice(8, 10)}-${MONTHS[Number(startsAt.slice(5, 7)) - 1]}-${startsAt.slice(0, 4)} ${halfDayTime(startsAt)} to ${halfDayTime(endsAt)}`

function halfDayTime(wallTime: string) {
  const hour = Number(wallTime.slice(11, 13))
  return `${hour % 12 || 12}:${wallTime.slice(14, 16)}${hour < 12 ? 'am' : 'pm'}`
}

import { regionsByCountry } from '#features/listings/facts/address.ts'
import { saleMethods, titleTypes } from '#values/listingFactValues.ts'
import type { FeedFacts, FeedListing, FeedPhoto } from '../feedListing.ts'
import type { XmlElement } from './readElements.media.ts'
import { parseInspection, parseReaxmlTime } from './reaxmlTimes.ts'

type Skipped = { skipped: string }

const MAX_ID_LENGTH = 100
const MAX_PHOTOS = 60
const MAX_OPEN_HOMES = 40
const MAX_AGENTS = 10

/** A listing of a REAXML file in our terms, or why it is none of ours. */
export function listingFromElement(element: XmlElement): FeedListing | Skipped {
  const uniqueId = textOf(element, 'uniqueid') ?? element.attributes.uniqueid?.trim() ?? ''
  const about = uniqueId ? ` ${uniqueId.slice(0, MAX_ID_LENGTH)}` : ''
  const type = element.name
  if (!(type in propertyTypesByElement))
    return { skipped: `${skippedTypes[type] ?? `“${type.slice(0, 40)}”`}${about} is not imported.` }
  if (!uniqueId) return { skipped: 'A listing has no uniqueID, so we can’t recognise it.' }
  if (uniqueId.length > MAX_ID_LENGTH) return { skipped: `The uniqueID${about}… is too long.` }
  if (type === 'commercial' && !/sale|both/i.test(find(element, 'commerciallistingtype')?.attributes.value ?? 'sale'))
    return { skipped: `A commercial lease${about} is not imported.` }
  const warnings: string[] = []
  const status = readStatus(element)
  if (!status)
    return {
      skipped: `The listing${about} has the status “${(element.attributes.status ?? '').slice(0, 40)}”, which we don’t know.`,
    }
  const facts: FeedFacts = {
    ...withoutUndefined({
      ...readTexts(element, warnings),
      ...readAddress(element, warnings),
      ...readProperty(element),
      ...readSale(element, warnings),
      ...readExtraFields(element),
      openHomes: readInspections(element, warnings),
    }),
    status,
  }
  return {
    uniqueId,
    changedAt: parseReaxmlTime(element.attributes.modtime ?? '') ?? null,
    facts,
    agents: readAgents(element),
    photos: readPhotos(element, warnings),
    warnings,
  }
}

const propertyTypesByElement = {
  residential: 'house',
  rural: 'rural',
  land: 'section',
  commercial: 'commercial',
} as const

const skippedTypes: Record<string, string> = {
  rental: 'The rental',
  holidayrental: 'The holiday rental',
  business: 'The business',
  commercialland: 'The commercial land',
}

const find = (element: XmlElement, name: string) => element.children.find((child) => child.name === name)
const findAll = (element: XmlElement, name: string) => element.children.filter((child) => child.name === name)

/** The text of an element inside. Undefined if there is none: an empty one says that there is no value. */
function textOf(element: XmlElement | undefined, name: string) {
  const found = element && find(element, name)
  return found && cleanText(found.text).replaceAll(/\s+/g, ' ')
}

/** Control characters cannot be stored, and mean nothing in an ad. */
const cleanText = (text: string) =>
  text
    .replaceAll(/(?![\t\n])\p{Cc}/gu, ' ')
    .replaceAll(/[\u2028\u2029]/g, '\n')
    .trim()

const HTML_TAG = /<\/?(?:p|ul|ol|li|div|span|b|strong|i|em|u|a|font|h[1-6])(?:\s[^<>]{0,400})?>/gi

/** Some programs send HTML as text. */
function paragraphs(text: string) {
  return cleanText(
    text
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/<(?:br|\/p|\/li|\/div|\/h[1-6])\s{0,5}\/?>/gi, '\n')
      .replaceAll(HTML_TAG, ''),
  )
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}

const orNull = (text: string | undefined) => (text === undefined ? undefined : text || null)

function readStatus(element: XmlElement): FeedFacts['status'] {
  const status = element.attributes.status?.trim().toLowerCase() ?? 'current'
  if (status === 'current' || status === '')
    return isYes(find(element, 'underoffer')?.attributes.value) ? 'under_offer' : 'available'
  if (status === 'underoffer') return 'under_offer'
  if (status === 'sold') return 'sold'
  return ['withdrawn', 'offmarket', 'deleted'].includes(status) ? 'withdrawn' : undefined
}

const isYes = (text: string | undefined) => /^(?:yes|true|1)$/i.test(text?.trim() ?? '')
const isNo = (text: string | undefined) => /^(?:no|false|0)$/i.test(text?.trim() ?? '')

function readTexts(element: XmlElement, warnings: string[]) {
  const description = find(element, 'description')
  return {
    subtitle: shorten(textOf(element, 'headline'), 240, 'headline', warnings),
    description: description && shorten(paragraphs(description.text), 50_000, 'description', warnings),
  }
}

function shorten<Text extends string | undefined>(text: Text, max: number, field: string, warnings: string[]) {
  if (text === undefined || text.length <= max) return text
  warnings.push(`The ${field} was longer than ${max} characters and is shortened.`)
  return text.slice(0, max).trim() as Text
}

function readAddress(element: XmlElement, warnings: string[]) {
  const address = find(element, 'address')
  if (!address) return {}
  const country = readCountry(address)
  const region = readRegion(address, country)
  const place = {
    suburb: orNull(textOf(address, 'suburb')),
    city: orNull(textOf(address, 'city')),
    region,
    postcode: orNull(textOf(address, 'postcode')),
    country,
  }
  if (!isNo(address.attributes.display)) return { ...readStreet(address), ...place }
  warnings.push('Your CRM hides the street address, so it’s left out.')
  return { ...place, title: textOf(element, 'headline')?.slice(0, 160) }
}

function readStreet(address: XmlElement) {
  const number = textOf(address, 'streetnumber')
  const subNumber = textOf(address, 'subnumber') ?? textOf(address, 'unitnumber')
  const lot = textOf(address, 'lotnumber')
  // "8/333": both numbers in one.
  const [, unitInNumber, rest] = /^([\w-]{1,10})\s*\/\s*(\d[\w-]*)$/.exec(number ?? '') ?? []
  const unit = subNumber || unitInNumber || (lot && !number ? `Lot ${lot}` : undefined)
  const isGiven = number !== undefined || subNumber !== undefined || lot !== undefined
  return {
    unit: isGiven ? (unit ?? null) : undefined,
    streetNumber: orNull(rest ?? number),
    street: orNull(textOf(address, 'street')),
  }
}

function readCountry(address: XmlElement): FeedFacts['country'] {
  const element = find(address, 'country')
  const country = (element?.text || element?.attributes.value || '').trim().toLowerCase()
  if (['nz', 'nzl', 'new zealand', 'aotearoa'].includes(country)) return 'NZ'
  if (['au', 'aus', 'australia'].includes(country)) return 'AU'
  if (isStateOfAustralia(textOf(address, 'state'))) return 'AU'
  return matchRegion(textOf(address, 'region') ?? textOf(address, 'state')) ? 'NZ' : undefined
}

const isStateOfAustralia = (state = '') => regionsByCountry.AU.includes(state.toUpperCase())

/** Without macrons, apostrophes and the like: "hawkes bay". */
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\s-]/gu, '')
    .toLowerCase()
const matchRegion = (name = '') => regionsByCountry.NZ.find((region) => plain(region) === plain(name))

function readRegion(address: XmlElement, country: FeedFacts['country']) {
  const state = textOf(address, 'state')
  if (country === 'AU') return state === undefined ? undefined : state.toUpperCase() || null
  const region = textOf(address, 'region') ?? state
  return region === undefined ? undefined : (matchRegion(region) ?? (region || null))
}

const categories: Record<string, FeedFacts['propertyType']> = {
  unit: 'unit',
  flat: 'unit',
  studio: 'unit',
  blockofunits: 'unit',
  townhouse: 'townhouse',
  apartment: 'apartment',
  servicedapartment: 'apartment',
  'acreagesemi-rural': 'lifestyle',
  lifestyle: 'lifestyle',
  section: 'section',
  rural: 'rural',
  commercial: 'commercial',
}

function readProperty(element: XmlElement) {
  const category = find(element, 'category') ?? find(element, 'ruralcategory')
  const named = categories[(category?.attributes.name ?? '').replaceAll(/\s/g, '').toLowerCase()]
  const features = find(element, 'features')
  const parking = ['garages', 'carports', 'openspaces'].map((name) => readCount(features, name))
  const land = readArea(find(element, 'landdetails'), 'land')
  const building = readArea(find(element, 'buildingdetails'), 'building')
  return {
    // `in` was checked above.
    propertyType: named ?? propertyTypesByElement[element.name as keyof typeof propertyTypesByElement],
    bedrooms: readCount(features, 'bedrooms'),
    bathrooms: readCount(features, 'bathrooms'),
    parking: parking.every((count) => count === undefined)
      ? undefined
      : parking.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    floorArea: building?.area,
    landArea: land?.area,
    landAreaUnit: land?.unit,
  }
}

function readCount(features: XmlElement | undefined, name: string) {
  const text = textOf(features, name)
  if (text === undefined) return undefined
  if (text === '') return null
  if (/^studio$/i.test(text) || isNo(text)) return 0
  if (isYes(text)) return 1
  return /^\d{1,2}(?:\.\d+)?$/.test(text) ? Math.floor(Number(text)) : undefined
}

const SQUARE_METRES: Record<string, number> = {
  squaremeter: 1,
  squaremetre: 1,
  sqm: 1,
  m2: 1,
  square: 9.290304,
  squarefeet: 0.09290304,
  sqft: 0.09290304,
}
const HECTARES: Record<string, number> = { hectare: 1, hectares: 1, ha: 1, acre: 0.40468564, acres: 0.40468564 }

/** Buildings are in square metres; land keeps hectares. */
function readArea(details: XmlElement | undefined, what: 'land' | 'building') {
  const element = details && find(details, 'area')
  if (!element) return undefined
  const text = element.text.trim().replaceAll(',', '')
  if (text === '') return { area: null, unit: null }
  const amount = /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : 0
  if (amount <= 0) return undefined
  const name = (element.attributes.unit ?? 'squareMeter').trim().toLowerCase()
  const hectares = HECTARES[name]
  if (hectares === undefined) return { area: round(amount * (SQUARE_METRES[name] ?? 1)), unit: 'm2' as const }
  const inHectares = amount * hectares
  return what === 'land'
    ? { area: round(inHectares, 4), unit: 'ha' as const }
    : { area: round(inHectares * 10_000), unit: 'm2' as const }
}

const round = (amount: number, digits = 2) => Math.round(amount * 10 ** digits) / 10 ** digits

function readSale(element: XmlElement, warnings: string[]) {
  const authority = find(element, 'authority')?.attributes.value?.trim().toLowerCase()
  const auction = find(element, 'auction')
  const setSale = find(element, 'setsale') ?? find(element, 'setsaledate')
  const dateOf = (one: XmlElement | undefined) => one && (parseReaxmlTime(one.attributes.date ?? one.text) ?? null)
  const auctionAt = dateOf(auction)
  const setSaleAt = dateOf(setSale)
  const isAuction = authority === 'auction' || Boolean(auctionAt)
  const isSetSale = !isAuction && (authority === 'setsale' || Boolean(setSaleAt))
  const method = isAuction ? ('auction' as const) : isSetSale ? ('set_date' as const) : undefined
  return {
    saleMethod: method,
    saleAt: isAuction ? auctionAt : isSetSale ? setSaleAt : undefined,
    ...readPrice(element, warnings),
    ...readSold(element),
  }
}

/** A price that the CRM does not show is not imported at all: what we store, buyers can see. */
function readPrice(element: XmlElement, warnings: string[]) {
  const price = find(element, 'price')
  const view = textOf(element, 'priceview')
  const isHidden = isNo(price?.attributes.display)
  return {
    price: price && (isHidden ? null : readDollars(price.text)),
    priceText: view === undefined ? undefined : shorten(view, 80, 'price', warnings) || null,
  }
}

function readDollars(text: string) {
  const digits = text.trim().replaceAll(/[$,\s]/g, '')
  if (!/^\d{1,10}(?:\.\d{1,4})?$/.test(digits)) return null
  return Math.round(Number(digits)) || null
}

function readSold(element: XmlElement) {
  const sold = find(element, 'solddetails')
  if (!sold) return {}
  const price = find(sold, 'soldprice') ?? find(sold, 'price')
  const date = textOf(sold, 'solddate') ?? textOf(sold, 'date')
  return {
    soldPrice: price && (isNo(price.attributes.display) ? null : readDollars(price.text)),
    soldOn: date === undefined ? undefined : (parseReaxmlTime(date)?.slice(0, 10) ?? null),
  }
}

/** What our own files say beyond the format, so that nothing is lost between two of our agencies. */
function readExtraFields(element: XmlElement): FeedFacts {
  const extra = new Map(findAll(element, 'extrafields').map(({ attributes, text }) => [attributes.name, text.trim()]))
  const saleMethod = saleMethods.find((one) => one === extra.get('saleMethod'))
  const titleType = titleTypes.find((one) => one === extra.get('titleType'))
  const saleAt = parseReaxmlTime(extra.get('saleAt') ?? '')
  return withoutUndefined({
    ...(extra.has('saleMethod') && { saleMethod: saleMethod ?? null }),
    ...(extra.has('titleType') && { titleType: titleType ?? null }),
    ...(saleAt && { saleAt }),
    ...(extra.has('title') && { title: extra.get('title')?.slice(0, 160) }),
    ...(extra.has('isShownByAppointment') && { isShownByAppointment: isYes(extra.get('isShownByAppointment')) }),
  })
}

function readInspections(element: XmlElement, warnings: string[]) {
  const times = find(element, 'inspectiontimes')
  if (!times) return undefined
  const given = [...findAll(times, 'inspection'), ...findAll(times, 'inspectiontime')]
    .map(({ text }) => text.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean)
  const read = given.flatMap((text) => {
    const inspection = parseInspection(text)
    if (!inspection) warnings.push(`We couldn’t read the inspection time “${text.slice(0, 60)}”.`)
    return inspection ?? []
  })
  if (read.length > MAX_OPEN_HOMES) warnings.push(`Only the first ${MAX_OPEN_HOMES} inspection times are imported.`)
  return read.slice(0, MAX_OPEN_HOMES)
}

function readAgents(element: XmlElement) {
  return findAll(element, 'listingagent')
    .map((agent) => ({
      order: Number(agent.attributes.id ?? 9) || 9,
      name: (textOf(agent, 'name') ?? '').slice(0, 100),
      email: (textOf(agent, 'email') ?? '').toLowerCase().slice(0, 254),
    }))
    .filter(({ name, email }) => name || email)
    .sort((one, other) => one.order - other.order)
    .slice(0, MAX_AGENTS)
    .map(({ name, email }) => ({ name, email }))
}

/** Null if the file says nothing about photos. Floor plans are in `objects`, too, without any. */
function readPhotos(element: XmlElement, warnings: string[]): FeedPhoto[] | null {
  const group = find(element, 'images')
  const images = [group, find(element, 'objects')].flatMap((one) => (one ? findAll(one, 'img') : []))
  if (!group && images.length === 0) return null
  const byId = new Map<string, FeedPhoto>()
  for (const { attributes } of images) {
    const id = (attributes.id ?? '').trim().slice(0, 40)
    const url = attributes.url?.trim() || null
    const file = attributes.file?.trim() || null
    // An id without a source says that the CRM removed the photo.
    if (!id || !(url || file)) continue
    if ((url ?? file ?? '').length > 1_000) warnings.push(`The address of photo ${id} is too long.`)
    else byId.set(id, { id, url, file, changed: (attributes.modtime ?? '').slice(0, 40) })
  }
  if (byId.size > MAX_PHOTOS) warnings.push(`Only the first ${MAX_PHOTOS} photos are imported.`)
  return [...byId.values()].sort((one, other) => photoOrder(one.id) - photoOrder(other.id)).slice(0, MAX_PHOTOS)
}

/** The main photo is "m"; the others are a to z, then aa, or numbers. */
function photoOrder(id: string) {
  if (id.toLowerCase() === 'm') return 0
  if (/^\d{1,4}$/.test(id)) return Number(id)
  return [...id.toLowerCase()].slice(0, 3).reduce((sum, letter) => sum * 26 + (letter.charCodeAt(0) - 96), 0)
}

const withoutUndefined = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values

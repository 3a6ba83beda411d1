import fc from 'fast-check'
import { z } from 'zod'
import { SentEvent } from '#features/analytics/server/collectEvent.server.ts'
import { ReadingReport } from '#features/leads/server/reading/storeReading.server.ts'
import { broken } from './broken.ts'
import { fitting, type Known, type Shape } from './fitting.ts'
import { oddTexts, oddValues } from './oddValues.ts'
import { asJson } from './wire.ts'

const encoded = oddTexts.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 400))

const parts = (known: Known) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known.ids) },
    { weight: 3, arbitrary: encoded },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        ...['%', '%zz', '%00', '%E0%A4%A', '..%2f..%2fetc%2fpasswd', '%c0%ae', '.', '..;', ';', '~', '%252e'],
        ...['480', '1920', '0', '-1', 'poster.pdf', 'qr.png', 'qr.svg', '1', '999999', 'new'],
      ),
    },
  )

const names = [
  'search status state sort range page cursor from to event device place limit',
  'listing listingId lead leadId file fileId kind view open preview key payload',
  'plan checkoutError confirmEmail expires signature v utm_source __proto__ constructor',
].flatMap((line) => line.split(' '))

/** The router reads values as JSON where it can. */
const values = (known: Known) =>
  fc.oneof(
    encoded,
    fc.constantFrom(...known.ids, 'newest', 'custom', '30d', 'true', '1', '-1', '1e999', 'null', 'listing_view'),
    fc.constantFrom('%5B%5D', '%7B%22a%22%3A%7B%7D%7D', '%22', '%7B', '%5B1%2C2%5D', '%E0%A4%A', '2026-01-01'),
  )

const queries = (known: Known) =>
  fc
    .array(fc.tuple(fc.constantFrom(...names), values(known)), { maxLength: 4 })
    .map((pairs) => (pairs.length ? `?${pairs.map((pair) => pair.join('=')).join('&')}` : ''))

/** Signed URLs, and manipulated versions of them. All begin with a slash, because Node itself disconnects on others. */
const signedAddresses = (known: Known) =>
  fc
    .tuple(fc.constantFrom(...(known.address ?? [''])), fc.nat(), fc.constantFrom('', '0', 'z', '%', '&'))
    .map(([address, at, other]) => {
      const place = 1 + (at % Math.max(1, address.length - 1))
      return at % 3 ? address.slice(0, place) + other + address.slice(place + 1) : address
    })

export function addressesOf(template: string, known: Known): fc.Arbitrary<string> {
  if (template.startsWith('/storage/')) return signedAddresses(known)
  const places: string[] = template.match(/\$\w+/g) ?? []
  return fc
    .tuple(fc.array(parts(known), { minLength: places.length, maxLength: places.length }), queries(known))
    .map(([chosen, query]) => template.replace(/\$\w+/g, (place) => chosen[places.indexOf(place)] ?? '') + query)
}

const beaconShapes: Record<string, Shape> = {
  '/_event': z.toJSONSchema(SentEvent, { io: 'input' }) as Shape,
  '/_reading': z.toJSONSchema(ReadingReport, { io: 'input' }) as Shape,
}

export function bodiesFor(template: string, known: Known): fc.Arbitrary<string> {
  const shape = beaconShapes[template]
  const things = shape ? broken(fitting(shape, known)) : oddValues
  return fc.oneof({ weight: 4, arbitrary: things.map(asJson) }, oddTexts)
}

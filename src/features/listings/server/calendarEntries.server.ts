import { and, eq } from 'drizzle-orm'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Db } from '#db/client.server.ts'
import { isListing, isOfListing, type ListingKey, listing, openHome } from '#db/schema/listings.ts'
import { addressLine } from '../facts/address.ts'
import { findSaleEvent } from '../facts/describeFacts.ts'
import { OPEN_HOME_ID } from '../facts/facts.schema.ts'
import { publicListingUrl } from '../listingUrls.ts'

/**
 * An entry for a calendar: an open home, or the sale's date. Everyone who gets it (a buyer's download or email, the calendar of a listing or of
 * an agent) gets the same `uid` and `sequence`, so that a calendar replaces its entry instead of showing a second one.
 */
export interface CalendarEntry {
  /** Stays the same when the entry changes. Unique within the installation. */
  uid: string
  /** Increases with every change. */
  sequence: number
  changedAt: Date
  startsAt: Date
  endsAt: Date
  summary: string
  location: string
  note: string
  url: string
  isCancelled: boolean
}

/** What an entry says about its listing. */
export const entryColumns = {
  id: listing.id,
  slug: listing.slug,
  title: listing.title,
  unit: listing.unit,
  streetNumber: listing.streetNumber,
  street: listing.street,
  suburb: listing.suburb,
  city: listing.city,
  region: listing.region,
  postcode: listing.postcode,
  country: listing.country,
  saleMethod: listing.saleMethod,
  saleAt: listing.saleAt,
  saleSequence: listing.saleSequence,
  createdAt: listing.createdAt,
  updatedAt: listing.updatedAt,
}
export type EntryListing = Pick<typeof listing.$inferSelect, keyof typeof entryColumns>
type EntryOpenHome = Pick<
  typeof openHome.$inferSelect,
  'id' | 'startsAt' | 'endsAt' | 'note' | 'sequence' | 'cancelledAt'
>

export const SALE_ENTRY = 'sale'

/** `entryId` is the id of an open home, or "sale". Nothing if the listing has no such entry. */
export async function findCalendarEntry(db: Db, appUrl: string, about: ListingKey, entryId: string) {
  if (entryId !== SALE_ENTRY && !OPEN_HOME_ID.test(entryId)) return undefined
  const [of] = await db.select(entryColumns).from(listing).where(isListing(about))
  if (!of) return undefined
  if (entryId === SALE_ENTRY) return saleEntry(appUrl, of)
  const [found] = await db
    .select()
    .from(openHome)
    .where(and(isOfListing(openHome, about), eq(openHome.id, entryId)))
  return found && openHomeEntry(appUrl, of, found)
}

export function openHomeEntry(
  appUrl: string,
  of: EntryListing,
  { id, startsAt, endsAt, note, sequence, cancelledAt }: EntryOpenHome,
): CalendarEntry {
  return {
    ...placeOf(appUrl, of),
    uid: id,
    // Cancelling is one more change.
    sequence: sequence + Number(cancelledAt !== null),
    startsAt,
    endsAt,
    summary: `Open home: ${of.title}`,
    note,
    isCancelled: cancelledAt !== null,
  }
}

/** The auction, or the end of a deadline. Nothing for a listing without a date. */
export function saleEntry(appUrl: string, of: EntryListing): CalendarEntry | undefined {
  const sale = findSaleEvent(of)
  return (
    sale && {
      ...placeOf(appUrl, of),
      uid: `sale-${of.id}`,
      sequence: of.saleSequence,
      startsAt: sale.startsAt,
      endsAt: sale.endsAt,
      summary: `${sale.name}: ${of.title}`,
      note: '',
      isCancelled: false,
    }
  )
}

const placeOf = (appUrl: string, of: EntryListing) => ({
  changedAt: of.updatedAt ?? of.createdAt,
  location: addressLine(of) || of.title,
  url: publicListingUrl(appUrl, of.slug),
})

interface CalendarFileOptions {
  /** What a program that subscribes calls the calendar. */
  name?: string
  /** How often it should read the calendar again. */
  refreshSeconds?: number
}

/** The text of a calendar file (RFC 5545). */
export function calendarFile(
  appUrl: string,
  entries: readonly CalendarEntry[],
  { name, refreshSeconds }: CalendarFileOptions = {},
) {
  const { hostname } = new URL(appUrl)
  const calendar = ical({
    prodId: { company: 'Property Files', product: 'Listings', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    // Written as it is by the library, unlike the texts of entries.
    ...(name !== undefined && {
      name: plainText(name)
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/[\\;,]/g, '\\$&'),
    }),
    ...(refreshSeconds !== undefined && { ttl: refreshSeconds }),
  })
  for (const { uid, sequence, changedAt, startsAt, endsAt, url, isCancelled, ...texts } of entries)
    calendar.createEvent({
      id: `${uid}@${hostname}`,
      sequence,
      stamp: changedAt,
      start: startsAt,
      end: endsAt,
      summary: plainText(texts.summary),
      location: plainText(texts.location),
      description: plainText([texts.note, url].filter(Boolean).join('\n\n')),
      url,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  return calendar.toString()
}

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

/** Titles and notes are typed, imported or emailed by strangers. Only an escaped line feed may end a line of them. */
const plainText = (text: string) => text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '')

import { and, eq } from 'drizzle-orm'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Db } from '#db/client.server.ts'
import { listing, openHome } from '#db/schema/listings.ts'
import { notFound } from '#platform/errors.ts'
import { useServices } from '#platform/services.server.ts'
import { contentDisposition } from '#platform/storage/downloadHeaders.ts'
import { addressLine } from '../facts/address.ts'
import { findSaleEvent } from '../facts/describeFacts.ts'
import { OPEN_HOME_ID } from '../facts/facts.schema.ts'
import { publicListingUrl } from '../listingLinks.ts'
import { requirePublicListingId } from './publicListings.server.ts'

/** An entry for a buyer's calendar: an open home, or the sale's date. */
interface CalendarEntry {
  /** Stays the same when the entry changes, so that calendars replace it. */
  uid: string
  sequence: number
  startsAt: Date
  endsAt: Date
  summary: string
  note: string
  isCancelled: boolean
}

/** `entry` is the id of an open home, or "sale", with ".ics" at the end. */
export async function serveCalendarFile(idOrSlug: string, fileName: string) {
  const {
    env: { APP_URL },
    database: { db },
  } = useServices()
  const { row, entry } = await requireCalendarEntry(db, idOrSlug, fileName.replace(/\.ics$/, ''))
  const url = publicListingUrl(APP_URL, row.slug)
  const calendar = ical({
    prodId: { company: 'Property Files', product: 'Listings', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: `${entry.uid}@${new URL(APP_URL).hostname}`,
    sequence: entry.sequence,
    stamp: row.updatedAt,
    start: entry.startsAt,
    end: entry.endsAt,
    summary: entry.summary,
    location: addressLine(row) || row.title,
    description: [entry.note, url].filter(Boolean).join('\n\n'),
    url,
    status: entry.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  return new Response(calendar.toString(), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': contentDisposition(`${row.slug}.ics`, 'attachment'),
      'cache-control': 'no-cache',
    },
  })
}

async function requireCalendarEntry(db: Db, idOrSlug: string, entryId: string) {
  const [row] = await db
    .select()
    .from(listing)
    .where(eq(listing.id, await requirePublicListingId(db, idOrSlug)))
  if (!row) throw notFound()
  return { row, entry: entryId === 'sale' ? saleEntry(row) : await requireOpenHome(db, row, entryId) }
}

type ListingRow = typeof listing.$inferSelect

function saleEntry({ id, title, saleMethod, saleAt, saleSequence }: ListingRow): CalendarEntry {
  const sale = findSaleEvent({ saleMethod, saleAt })
  if (!sale) throw notFound()
  return {
    uid: `sale-${id}`,
    sequence: saleSequence,
    startsAt: sale.startsAt,
    endsAt: sale.endsAt,
    summary: `${sale.name}: ${title}`,
    note: '',
    isCancelled: false,
  }
}

async function requireOpenHome(db: Db, { id: listingId, title }: ListingRow, id: string): Promise<CalendarEntry> {
  if (!OPEN_HOME_ID.test(id)) throw notFound()
  const [found] = await db
    .select()
    .from(openHome)
    .where(and(eq(openHome.id, id), eq(openHome.listingId, listingId)))
  if (!found) throw notFound()
  const { startsAt, endsAt, note, sequence, cancelledAt } = found
  return {
    uid: id,
    // Cancelling is one more change.
    sequence: sequence + Number(cancelledAt !== null),
    startsAt,
    endsAt,
    note,
    summary: `Open home: ${title}`,
    isCancelled: cancelledAt !== null,
  }
}

import { createHash } from 'node:crypto'
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import { ago } from '#db/clock.server.ts'
import { isPublicListing, listing, openHome } from '#db/schema/listings.ts'
import { notFound } from '#platform/errors.ts'
import { useServices } from '#platform/services.server.ts'
import { contentDisposition } from '#platform/storage/downloadHeaders.ts'
import { DAY_MS } from '#values/time.ts'
import {
  CALENDAR_TYPE,
  type CalendarEntry,
  calendarFile,
  entryColumns,
  findCalendarEntry,
  openHomeEntry,
  saleEntry,
} from './calendarEntries.server.ts'
import { requireListingIdByLink, requirePublicListingId } from './publicListings.server.ts'

/** `entry` is the id of an open home, or "sale", with ".ics" at the end. */
export async function serveCalendarFile(idOrSlug: string, fileName: string) {
  const {
    env: { APP_URL },
    database: { db },
  } = useServices()
  const id = await requirePublicListingId(db, idOrSlug)
  const [found] = await db
    .select({ id: listing.id, agencyId: listing.agencyId, slug: listing.slug })
    .from(listing)
    .where(eq(listing.id, id))
  const entry = found && (await findCalendarEntry(db, APP_URL, found, fileName.replace(/\.ics$/, '')))
  if (!entry) throw notFound()
  return new Response(calendarFile(APP_URL, [entry]), {
    headers: {
      'content-type': CALENDAR_TYPE,
      'content-disposition': contentDisposition(`${found.slug}.ics`, 'attachment'),
      'cache-control': 'no-cache',
    },
  })
}

const SUBSCRIPTION_REFRESH_SECONDS = 3_600
const SUBSCRIPTION_MAX_AGE_SECONDS = 300
/** How long a calendar still says that an open home was or is cancelled. */
const PAST_MS = 30 * DAY_MS

/**
 * All open homes and the sale of a listing, for phones that read it again by themselves. When the listing is gone, what was still to come is
 * cancelled: a calendar that only heard that there is nothing would keep its entries.
 */
export async function serveListingCalendar(idOrSlug: string, request: Request) {
  const {
    env: { APP_URL },
    database: { db },
  } = useServices()
  const id = await requireListingIdByLink(db, idOrSlug)
  const [found] = await db
    .select({ ...entryColumns, closedAt: listing.closedAt, isPublic: sql<boolean>`${isPublicListing}` })
    .from(listing)
    .where(eq(listing.id, id))
  if (!found) throw notFound()
  const { closedAt, isPublic, ...of } = found
  const openHomes = await db
    .select()
    .from(openHome)
    .where(
      and(
        eq(openHome.listingId, id),
        gt(openHome.endsAt, ago(PAST_MS)),
        // What the agent plans after the listing is gone is nobody's business.
        isPublic ? undefined : lt(openHome.createdAt, closedAt ?? new Date(0)),
      ),
    )
    .orderBy(asc(openHome.startsAt), asc(openHome.id))
  const sale = saleEntry(APP_URL, of)
  const entries = [...openHomes.map((one) => openHomeEntry(APP_URL, of, one)), ...(sale ? [sale] : [])]
  const text = calendarFile(
    APP_URL,
    isPublic ? entries : entries.filter(({ endsAt }) => endsAt > (closedAt ?? new Date())).map(cancelled),
    { name: of.title, refreshSeconds: SUBSCRIPTION_REFRESH_SECONDS },
  )
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  const headers = { 'cache-control': `public, max-age=${SUBSCRIPTION_MAX_AGE_SECONDS}`, etag }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(text, {
    headers: {
      ...headers,
      'content-type': CALENDAR_TYPE,
      'content-disposition': contentDisposition(`${of.slug}.ics`, 'inline'),
    },
  })
}

const cancelled = (entry: CalendarEntry): CalendarEntry => ({
  ...entry,
  sequence: entry.sequence + Number(!entry.isCancelled),
  isCancelled: true,
})

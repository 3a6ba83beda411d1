import { and, asc, between, desc, eq, gt, isNull, lt, ne, or, sql, sum } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile } from '#db/schema/accounts.ts'
import { isInPublishedState, isListing, isOfListing, type ListingKey, listing, openHome } from '#db/schema/listings.ts'
import { checkIn } from '#db/schema/openHomeVisits.ts'
import { vendorReport } from '#db/schema/vendors.ts'
import type { DaySpan } from '#features/analytics/dateRanges.ts'
import {
  agentLocalDay,
  agentLocalToday,
  readListingReading,
  readListingSeries,
  sumListings,
} from '#features/analytics/server/listingSeries.server.ts'
import { addressLine, listingTimeZone } from '#features/listings/facts/address.ts'
import { notFound } from '#platform/errors.ts'
import { addDays, todayIn } from '#ui/format/dates.ts'
import { DAY_MS } from '#values/time.ts'
import {
  type DayGroup,
  groupChannels,
  groupDays,
  groupsWithin,
  MIN_GROUP,
  pageCurve,
  roundDownToGroups,
  roundSeconds,
  sumGroups,
} from '../smallGroups.ts'
import type {
  CountedDays,
  VendorChannelCount,
  VendorComparison,
  VendorDate,
  VendorDocument,
  VendorFigure,
  VendorListingState,
  VendorOpenHome,
  VendorReport,
} from '../vendors.schema.ts'

const WEEK_DAYS = 7

/** The report of a listing, for anyone who may see it: the caller checks that. Numbers are of whole days and of whole groups of people. */
export async function readVendorReport(db: Db, about: ListingKey): Promise<VendorReport> {
  const found = await findReportListing(db, about)
  const { row, today, publishedOn, closedOn, agentsZone } = found
  const timeZone = listingTimeZone(row, agentsZone)
  const yesterday = addDays(today, -1)
  const lastDay = closedOn && closedOn < yesterday ? closedOn : yesterday
  const span = publishedOn && publishedOn <= lastDay ? { from: publishedOn, to: lastDay } : null
  const [figures, documents, openHomes, next] = await Promise.all([
    span ? readFigures(db, row, span) : noFigures,
    readDocuments(db, row),
    publishedOn ? readOpenHomes(db, row, timeZone) : [],
    readNextDates(db, row),
  ])
  const comparison = span && figures.views.total ? await compareWithSimilar(db, row, figures, span) : null
  const { days, channels, ...numbers } = figures
  return {
    listing: { title: row.title, address: addressLine(row), state: listingState(row, found.isPublished) },
    timeZone,
    publishedOn,
    countedTo: span?.to ?? null,
    words: found.words ?? '',
    wordsAt: found.wordsAt,
    figures: { ...numbers, openHomeVisitors: sumVisitors(openHomes) },
    days,
    channels,
    ...documents,
    openHomes,
    comparison,
    next,
  }
}

type Row = typeof listing.$inferSelect

async function findReportListing(db: Db, about: ListingKey) {
  const firstPublished = sql`coalesce(${listing.firstPublishedAt}, ${listing.publishedAt})`
  const [found] = await db
    .select({
      row: listing,
      isPublished: sql<boolean>`${isInPublishedState}`,
      agentsZone: profile.timeZone,
      words: vendorReport.words,
      wordsAt: vendorReport.wordsAt,
    })
    .from(listing)
    .leftJoin(profile, eq(profile.userId, listing.userId))
    .leftJoin(vendorReport, and(eq(vendorReport.listingId, listing.id), eq(vendorReport.agencyId, listing.agencyId)))
    .where(isListing(about))
  if (!found) throw notFound()
  const { userId } = found.row
  const [days] = await db
    .select({
      today: agentLocalToday(userId),
      publishedOn: agentLocalDay(firstPublished, userId),
      closedOn: agentLocalDay(sql`${listing.closedAt}`, userId),
    })
    .from(listing)
    .where(isListing(about))
  if (!days) throw notFound()
  return { ...found, ...days }
}

function listingState({ status, firstPublishedAt, publishedAt }: Row, isPublished: boolean): VendorListingState {
  if (status === 'sold' || status === 'withdrawn') return status
  if (isPublished) return status
  return firstPublishedAt || publishedAt ? 'archived' : 'draft'
}

const noFigure: VendorFigure = { week: null, weekBefore: null, total: null }
const noFigures = { views: noFigure, visitors: noFigure, enquiries: noFigure, days: null, channels: [] }

async function readFigures(db: Db, about: Row, span: DaySpan) {
  const { days, channels } = await readListingSeries(db, about, span)
  const visits = groupDays(days.map(({ day, visitors, views }) => ({ day, people: visitors, views })))
  const enquiries = groupDays(days.map(({ day, leads }) => ({ day, people: leads, views: leads })))
  const week = { from: addDays(span.to, 1 - WEEK_DAYS), to: span.to }
  const weekBefore = { from: addDays(week.from, -WEEK_DAYS), to: addDays(week.from, -1) }
  const describe = (groups: DayGroup[], key: 'people' | 'views'): VendorFigure => ({
    week: countedDays(sumGroups(groupsWithin(groups, week)), key),
    weekBefore: countedDays(sumGroups(groupsWithin(groups, weekBefore)), key),
    total: countedDays(sumGroups(groups), key),
  })
  const visitsByChannel = groupChannels(
    visits,
    channels.map(({ visitors, ...one }) => ({ ...one, people: visitors })),
  )
  const enquiriesByChannel = groupChannels(
    enquiries,
    channels.map(({ day, channel, leads }) => ({ day, channel, people: leads, views: leads })),
  )
  return {
    views: describe(visits, 'views'),
    visitors: describe(visits, 'people'),
    enquiries: describe(enquiries, 'people'),
    days: {
      span: week,
      spanBefore: weekBefore,
      bars: groupsWithin(visits, { from: weekBefore.from, to: week.to }).map(({ people, ...bar }) => ({
        ...bar,
        visitors: people,
      })),
    },
    channels: visitsByChannel.map(
      ({ channel, people, views }): VendorChannelCount => ({
        channel,
        views,
        visitors: people,
        enquiries: enquiriesByChannel.find((one) => one.channel === channel)?.people ?? null,
      }),
    ),
  }
}

const countedDays = (group: DayGroup | null, key: 'people' | 'views'): CountedDays | null =>
  group && { from: group.from, to: group.to, count: group[key] }

/** Documents that fewer than five have read are not named. */
async function readDocuments(db: Db, about: ListingKey) {
  const read = await readListingReading(db, about)
  const documents = read
    .filter(({ readers }) => readers >= MIN_GROUP)
    .map(
      ({ name, readers, seconds, pages }): VendorDocument => ({
        name,
        readers: roundDownToGroups(readers),
        seconds: roundSeconds(seconds),
        ...pageCurve(pages),
      }),
    )
    .sort((one, other) => other.seconds - one.seconds || (one.name < other.name ? -1 : 1))
  return { documents, otherDocuments: read.length - documents.length }
}

const MAX_OPEN_HOMES = 12

/** Those that were and those of today. Their visitors are counted when the day is over, because devices without a signal send them later. */
async function readOpenHomes(db: Db, about: ListingKey, timeZone: string): Promise<VendorOpenHome[]> {
  const rows = await db
    .select({ startsAt: openHome.startsAt, endsAt: openHome.endsAt, visitors: sum(checkIn.visitors).mapWith(Number) })
    .from(openHome)
    .leftJoin(
      checkIn,
      and(eq(checkIn.openHomeId, openHome.id), eq(checkIn.agencyId, openHome.agencyId), isNull(checkIn.removedAt)),
    )
    .where(and(isOfListing(openHome, about), isNull(openHome.cancelledAt), lt(openHome.startsAt, sql`now()`)))
    .groupBy(openHome.id)
    .orderBy(desc(openHome.startsAt), openHome.id)
    .limit(MAX_OPEN_HOMES)
  const today = todayIn(timeZone)
  return rows.map(({ startsAt, endsAt, visitors }) => {
    const isCounted = todayIn(timeZone, endsAt) < today
    return { startsAt, endsAt, isCounted, visitors: isCounted && (visitors ?? 0) >= MIN_GROUP ? visitors : null }
  })
}

/** Of the shown numbers alone, so that it says nothing about the others. */
function sumVisitors(openHomes: VendorOpenHome[]) {
  const shown = openHomes.flatMap(({ visitors }) => visitors ?? [])
  return shown.length > 0 ? shown.reduce((total, one) => total + one, 0) : null
}

const MAX_DATES = 10

async function readNextDates(db: Db, about: Row): Promise<VendorDate[]> {
  const { status, saleAt, saleMethod } = about
  if (status === 'sold' || status === 'withdrawn') return []
  const homes = await db
    .select({ at: openHome.startsAt, endsAt: openHome.endsAt })
    .from(openHome)
    .where(and(isOfListing(openHome, about), isNull(openHome.cancelledAt), gt(openHome.endsAt, sql`now()`)))
    .orderBy(asc(openHome.startsAt), openHome.id)
    .limit(MAX_DATES)
  const dates = homes.map((home): VendorDate => ({ kind: 'open_home', ...home }))
  const sale: VendorDate[] =
    saleAt && saleMethod && saleAt.getTime() > Date.now() ? [{ kind: 'sale', at: saleAt, method: saleMethod }] : []
  return [...dates, ...sale].sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** Fewer would say too much about one of them. */
const MIN_SIMILAR = 5
const MAX_SIMILAR = 50
/** Of the price, up and down. */
const PRICE_BAND = 0.25

/** The agency's other listings of the same type, or at about the same price, over as many days since they were published. */
async function compareWithSimilar(
  db: Db,
  about: Row,
  { views, enquiries }: Record<'views' | 'enquiries', VendorFigure>,
  span: DaySpan,
): Promise<VendorComparison | null> {
  const viewDays = countDays(span.from, views.total?.to)
  const enquiryDays = countDays(span.from, enquiries.total?.to)
  const longest = Math.max(viewDays, enquiryDays)
  const { propertyType, price } = about
  const byType = propertyType ? await findSimilar(db, about, eq(listing.propertyType, propertyType), longest) : []
  const byPrice =
    byType.length < MIN_SIMILAR && price
      ? await findSimilar(
          db,
          about,
          between(listing.price, Math.round(price * (1 - PRICE_BAND)), Math.round(price * (1 + PRICE_BAND))),
          longest,
        )
      : []
  const similar = byType.length >= MIN_SIMILAR ? byType : byPrice
  if (similar.length < MIN_SIMILAR) return null
  const sums = (days: number) =>
    sumListings(
      db,
      about.agencyId,
      similar.map(({ publishedOn, ...one }) => ({ ...one, from: publishedOn, to: addDays(publishedOn, days - 1) })),
    )
  const [visits, leads] = await Promise.all([sums(viewDays), enquiryDays > 0 ? sums(enquiryDays) : []])
  return {
    alike: similar === byType && propertyType ? { by: 'type', propertyType } : { by: 'price' },
    listings: similar.length,
    typical: {
      views: typical(visits.map((one) => one.views)),
      visitors: typical(visits.map((one) => one.visitors)),
      enquiries: typical(leads.map((one) => one.leads)),
    },
  }
}

const countDays = (from: string, to: string | undefined) =>
  to === undefined ? 0 : Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/** Published at least so many whole days ago. */
async function findSimilar(db: Db, about: Row, alike: ReturnType<typeof eq>, days: number) {
  const publishedOn = agentLocalDay(sql`${listing.firstPublishedAt}`, about.userId)
  const rows = await db
    .select({ id: listing.id, userId: listing.userId, agencyId: listing.agencyId, publishedOn })
    .from(listing)
    .where(
      and(
        eq(listing.agencyId, about.agencyId),
        ne(listing.id, about.id),
        alike,
        lt(listing.firstPublishedAt, sql`now() - make_interval(days => ${days + 1})`),
        // One that was public for a few days only is no measure.
        or(
          isNull(listing.closedAt),
          gt(listing.closedAt, sql`${listing.firstPublishedAt} + make_interval(days => ${days})`),
        ),
      ),
    )
    .orderBy(desc(listing.firstPublishedAt), listing.id)
    .limit(MAX_SIMILAR)
  return rows.flatMap(({ publishedOn: day, ...one }) => (day ? [{ ...one, publishedOn: day }] : []))
}

/** The middle one, rounded to fives so that it is nobody's own number. */
function typical(numbers: number[]) {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
  const rounded = Math.round(middle / MIN_GROUP) * MIN_GROUP
  return rounded >= MIN_GROUP ? rounded : null
}

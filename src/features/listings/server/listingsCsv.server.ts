import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile } from '#db/schema/accounts.ts'
import { listing, openHome } from '#db/schema/listings.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { isListingWithinReach } from '#platform/auth/reach.server.ts'
import { findSignedInAgent } from '#platform/auth/sessionCookie.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { type CsvColumns, csvDownload, csvLines, csvTimeFormat } from '#platform/downloads/csvDownload.server.ts'
import { invalidInput, notSignedIn } from '#platform/errors.ts'
import type { Whose } from '#platform/input/fieldSchemas.ts'
import { useServices } from '#platform/services.server.ts'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import { countryNames, listingTimeZone, streetLine } from '../facts/address.ts'
import {
  landAreaUnitNames,
  openHomeTime,
  propertyTypeNames,
  saleMethodNames,
  saleStatusNames,
  titleTypeNames,
} from '../facts/factTexts.ts'
import { listingState, WhoseInput } from '../listings.schema.ts'
import { publicListingUrl } from '../listingUrls.ts'
import { readQuestions } from '../questions/questions.schema.ts'

/** Responds with the signed-in agent's listings, all or someone's, and their facts as a CSV file. */
export async function serveListingsCsv(url: string) {
  const visitor = await findSignedInAgent()
  if (!visitor) throw notSignedIn()
  const filter = WhoseInput.safeParse(Object.fromEntries(new URL(url).searchParams))
  if (!filter.success) throw invalidInput({}, 'We don’t recognise these filters.')
  const { database, env } = useServices()
  const { db } = database
  const { agent } = visitor
  await writeAudit(db, agent, 'downloaded', { what: 'listings' })
  const [settings] = await db.select({ timeZone: profile.timeZone }).from(profile).where(eq(profile.userId, agent.id))
  const timeZone = settings?.timeZone ?? DEFAULT_TIME_ZONE
  const columns = csvColumns(env.APP_URL, timeZone)
  const lines = csvLines(columns, (cursor) => readPage(db, agent, filter.data.whose, cursor))
  return csvDownload(lines, 'listings', timeZone)
}

const ROWS_PER_BATCH = 200

type ListingRow = typeof listing.$inferSelect
type CsvRow = ListingRow & { openHomes: (typeof openHome.$inferSelect)[] }

async function readPage(db: Db, agent: Agent, whose: Whose | undefined, cursor = '') {
  const rows = await db
    .select()
    .from(listing)
    .where(and(isListingWithinReach(agent, whose), gt(listing.id, cursor)))
    .orderBy(asc(listing.id))
    .limit(ROWS_PER_BATCH)
  const ids = rows.map(({ id }) => id)
  const openHomes = await db
    .select()
    .from(openHome)
    .where(and(eq(openHome.agencyId, agent.agencyId), inArray(openHome.listingId, ids), isNull(openHome.cancelledAt)))
    .orderBy(asc(openHome.startsAt))
  const byListing = Map.groupBy(openHomes, ({ listingId }) => listingId)
  return {
    rows: rows.map((row): CsvRow => ({ ...row, openHomes: byListing.get(row.id) ?? [] })),
    next: rows.length < ROWS_PER_BATCH ? null : (ids.at(-1) ?? null),
  }
}

function csvColumns(appUrl: string, agentsZone: string): CsvColumns<CsvRow> {
  const time = (moment: Date | null, timeZone: string) => (moment ? csvTimeFormat(timeZone)(moment) : '')
  return {
    Title: ({ title }) => title,
    Subtitle: ({ subtitle }) => subtitle,
    State: (row) => listingState(row),
    Status: ({ status }) => saleStatusNames[status],
    Link: ({ slug }) => publicListingUrl(appUrl, slug),
    'Street address': (row) => streetLine(row),
    Suburb: ({ suburb }) => suburb ?? '',
    City: ({ city }) => city ?? '',
    Region: ({ region }) => region ?? '',
    Postcode: ({ postcode }) => postcode ?? '',
    Country: ({ country }) => (country ? countryNames[country] : ''),
    'Property type': ({ propertyType }) => (propertyType ? propertyTypeNames[propertyType] : ''),
    Bedrooms: ({ bedrooms }) => bedrooms ?? '',
    Bathrooms: ({ bathrooms }) => bathrooms ?? '',
    Parking: ({ parking }) => parking ?? '',
    'Floor area (m²)': ({ floorArea }) => floorArea ?? '',
    'Land area': ({ landArea }) => landArea ?? '',
    'Land area unit': ({ landArea, landAreaUnit }) =>
      landArea === null ? '' : landAreaUnitNames[landAreaUnit ?? 'm2'],
    'Title type': ({ titleType }) => (titleType ? titleTypeNames[titleType] : ''),
    'Method of sale': ({ saleMethod }) => (saleMethod ? saleMethodNames[saleMethod] : ''),
    Price: ({ price }) => price ?? '',
    'Price shown as': ({ priceText }) => priceText ?? '',
    'Date of sale': (row) => time(row.saleAt, listingTimeZone(row, agentsZone)),
    'Sold on': ({ soldOn }) => soldOn ?? '',
    'Sold for': ({ soldPrice }) => soldPrice ?? '',
    'Open homes': ({ openHomes, ...row }) =>
      openHomes.map((one) => openHomeTime(one, { ...row, timeZone: listingTimeZone(row, agentsZone) })).join('\n'),
    'Questions for buyers': ({ questions }) =>
      readQuestions(questions)
        .map(({ text }) => text)
        .join('\n'),
    'Confirms emails first': ({ requiresVerification }) => (requiresVerification ? 'Yes' : 'No'),
    'Buyers may share': ({ allowsInvitees }) => (allowsInvitees ? 'Yes' : 'No'),
    Created: ({ createdAt }) => time(createdAt, agentsZone),
    Published: ({ publishedAt }) => time(publishedAt, agentsZone),
  }
}

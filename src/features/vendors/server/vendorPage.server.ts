import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agentTimeZone } from '#db/schema/accounts.ts'
import { isListing, isPublicListing, type ListingKey, listing, toListingKey } from '#db/schema/listings.ts'
import { vendorLink, vendorReportEmail } from '#db/schema/vendors.ts'
import { requireAgentCard } from '#features/accounts/server/readAgentCard.server.ts'
import { readBrand, readDrawnBrand } from '#features/agencies/server/readBrand.server.ts'
import { requireListing } from '#features/listings/server/listings.server.ts'
import { findCoverPhotos } from '#features/listings/server/publicListings.server.ts'
import { findSignedInAgent } from '#platform/auth/sessionCookie.server.ts'
import { notFound, notSignedIn, unavailable } from '#platform/errors.ts'
import { currentRequest } from '#platform/http/currentRequest.server.ts'
import { MediaError } from '#platform/media/mediaError.ts'
import { type Services, useServices } from '#platform/services.server.ts'
import { contentDisposition } from '#platform/storage/downloadHeaders.ts'
import { drawVendorReportTask } from '../media/vendorReportTask.ts'
import { VendorKeyInput } from '../vendors.schema.ts'
import { DEMO_VENDOR_LINK_ID, requireVendorLink, signVendorKey } from './vendorKey.server.ts'
import { readVendorReport } from './vendorReport.server.ts'

type PageServices = Pick<Services, 'database' | 'limits' | 'env'>

/** Everyone who opens a link that works is let through; this is for those who try keys. */
const wrongKeysPerAddress = { name: 'vendor_key', points: 30, seconds: 3600 }
const readsPerLink = { name: 'vendor_report', points: 600, seconds: 3600 }
const pdfsPerLink = { name: 'vendor_report_pdf', points: 30, seconds: 3600 }
const pdfsPerAgent = { name: 'vendor_report_pdf_agent', points: 60, seconds: 3600 }

/** Everything that the page of a link shows. Reading it changes nothing: email scanners open links too. */
export async function readVendorPage(services: PageServices, key: string, clientIp: string) {
  const { db } = services.database
  const link = await findLink(services, key, clientIp)
  await services.limits.spend(readsPerLink, link.id)
  const [found] = await db
    .select({ row: listing, isPublic: sql<boolean>`${isPublicListing}` })
    .from(listing)
    .where(isListing(toListingKey(link)))
  if (!found) throw notFound()
  const { row, isPublic } = found
  const covers = isPublic ? await findCoverPhotos(db, [row]) : new Map<string, never>()
  return {
    report: await readVendorReport(db, row),
    agent: await requireAgentCard(db, row),
    brand: await readBrand(db, row.agencyId),
    cover: covers.get(row.id) ?? null,
    /** Of the public page, while there is one. */
    slug: isPublic ? row.slug : null,
  }
}

export type VendorPageData = Awaited<ReturnType<typeof readVendorPage>>

async function findLink({ database, env, limits }: PageServices, key: string, clientIp: string) {
  try {
    return await requireVendorLink(database.db, env, key)
  } catch (error) {
    await limits.spendByAddress(wrongKeysPerAddress, clientIp)
    throw error
  }
}

/** The vendor has opened the report: how often counts days, in the agent's time zone. Also the last weekly email that led here. */
export async function recordVendorVisit(
  services: PageServices,
  key: string,
  clientIp: string,
  visitorAgencyId: string | undefined,
) {
  const { db } = services.database
  const link = await findLink(services, key, clientIp)
  if (link.agencyId === visitorAgencyId) return
  await services.limits.spend(readsPerLink, link.id)
  await db.transaction((tx) => noteVisit(tx, link))
}

async function noteVisit(tx: Db, link: typeof vendorLink.$inferSelect) {
  const { id, agencyId } = link
  const [found] = await tx
    .select({ userId: listing.userId })
    .from(listing)
    .where(isListing(toListingKey(link)))
  if (!found) throw notFound()
  const zone = agentTimeZone(found.userId)
  const isSameDay = sql`(${vendorLink.lastOpenedAt} at time zone ${zone})::date = (now() at time zone ${zone})::date`
  await tx
    .update(vendorLink)
    .set({
      firstOpenedAt: sql`coalesce(${vendorLink.firstOpenedAt}, now())`,
      lastOpenedAt: sql`now()`,
      opens: sql`${vendorLink.opens} + case when ${isSameDay} then 0 else 1 end`,
    })
    .where(and(eq(vendorLink.agencyId, agencyId), eq(vendorLink.id, id)))
  await tx
    .update(vendorReportEmail)
    .set({ openedAt: sql`now()` })
    .where(
      and(
        eq(vendorReportEmail.agencyId, agencyId),
        eq(vendorReportEmail.linkId, id),
        isNull(vendorReportEmail.openedAt),
      ),
    )
}

/** The path of the demo's report, while its listing is the live example of the home page. Null in an installation without the demo. */
export async function findVendorExample(db: Db, { LIVE_EXAMPLE: slug, APP_SECRET }: Services['env']) {
  if (!slug) return null
  const [found] = await db
    .select({ id: vendorLink.id })
    .from(vendorLink)
    .innerJoin(listing, and(eq(listing.id, vendorLink.listingId), eq(listing.agencyId, vendorLink.agencyId)))
    .where(
      and(
        eq(vendorLink.id, DEMO_VENDOR_LINK_ID),
        isNull(vendorLink.revokedAt),
        eq(listing.slug, slug),
        isPublicListing,
      ),
    )
  return found ? `/vendor?key=${signVendorKey(APP_SECRET, found.id)}` : null
}

/** The PDF for the holder of a link. */
export async function serveVendorPdf(url: string) {
  const services = useServices()
  const input = VendorKeyInput.safeParse({ key: new URL(url).searchParams.get('key') ?? '' })
  if (!input.success) throw notFound()
  const link = await findLink(services, input.data.key, currentRequest().clientIp)
  await services.limits.spend(pdfsPerLink, link.id)
  return pdfResponse(await drawVendorPdf(services, toListingKey(link)))
}

/** The same for an agent of the listing. */
export async function serveVendorPdfForAgent(listingId: string) {
  const services = useServices()
  const visitor = await findSignedInAgent()
  if (!visitor) throw notSignedIn()
  const { id } = await requireListing(services.database.db, visitor.agent, listingId)
  const { agencyId } = visitor.agent
  await services.limits.spend(pdfsPerAgent, visitor.agent.id)
  return pdfResponse(await drawVendorPdf(services, { id, agencyId }))
}

const pdfResponse = ({ name, pdf }: { name: string; pdf: Uint8Array }) =>
  new Response(new Uint8Array(pdf), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': contentDisposition(name, 'attachment'),
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    },
  })

async function drawVendorPdf({ database: { db }, media }: Pick<Services, 'database' | 'media'>, about: ListingKey) {
  const [row] = await db.select().from(listing).where(isListing(about))
  if (!row) throw notFound()
  const view = {
    report: await readVendorReport(db, row),
    agent: await requireAgentCard(db, row),
    brand: await readDrawnBrand(db, row.agencyId),
  }
  const pdf = await media.run(drawVendorReportTask, view, row.agencyId).catch((error: unknown) => {
    throw error instanceof MediaError ? unavailable() : error
  })
  return { name: `${row.slug}-vendor-report.pdf`, pdf }
}

import { and, asc, count, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { isForEveryLead } from '#db/documentAccessConditions.ts'
import { profile } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { file, fileOrder, isShownToBuyers } from '#db/schema/files.ts'
import {
  isOfListing,
  isOfListings,
  isPublicListing,
  type ListingKey,
  listing,
  oldSlug,
  wasEverPublic,
} from '#db/schema/listings.ts'
import { readBrand } from '#features/agencies/server/readBrand.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import type { Env } from '#platform/config/env.server.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { limitPageAge, noteShown } from '#platform/http/currentRequest.server.ts'
import { documentPermissions, listingPermissions } from '../documentPermissions.ts'
import type { DocumentType } from '../documentTypes.ts'
import { listingTimeZone } from '../facts/address.ts'
import { soldLine } from '../facts/factTexts.ts'
import {
  type GoneListing,
  type PublicDocument,
  type PublicListing,
  type PublicPhoto,
  StoredDescription,
} from '../listings.schema.ts'
import { LISTING_GONE, publicListingPath } from '../listingUrls.ts'
import { readQuestions } from '../questions/questions.schema.ts'
import { askedQuestions } from '../questions/questions.server.ts'
import { isReachableListing, requireListing } from './listings.server.ts'
import { listOpenHomes } from './openHomes.server.ts'

/**
 * Where a public link leads: to a public listing, or to one that was public and is not any more. Nothing for a draft that never was
 * public, as if it were missing. The link has the listing's id, its slug, or a slug that it had before.
 */
async function findListingByLink(db: Db, link: string) {
  const replaced = db.select({ id: oldSlug.listingId }).from(oldSlug).where(eq(oldSlug.slug, link))
  const [found] = await db
    .select({ id: listing.id, isPublic: sql<boolean>`${isPublicListing}` })
    .from(listing)
    .where(and(or(eq(listing.id, link), eq(listing.slug, link), eq(listing.id, sql`(${replaced})`)), wasEverPublic))
  return found && { id: found.id, state: found.isPublic ? ('public' as const) : ('gone' as const) }
}

/** Of a listing that is or was public. */
export async function requireListingIdByLink(db: Db, link: string) {
  const found = await findListingByLink(db, link)
  if (!found) throw notFound()
  return found.id
}

/** Not found if the listing never was public or is missing: nobody can tell which. */
export async function requirePublicListingId(db: Db, link: string) {
  const found = await findListingByLink(db, link)
  if (!found) throw notFound()
  if (found.state === 'gone') throw listingGone()
  return found.id
}

export const requirePublicListing = async (db: Db, link: string) =>
  readPublicListing(db, and(eq(listing.id, await requirePublicListingId(db, link)), isPublicListing))

const listingGone = () => new AppError(LISTING_GONE, 410, 'This listing is no longer available.')

const MAX_OTHER_LISTINGS = 6

/** What is still said of a listing that was public: its title, that it was sold, and what else its agent has. */
export async function requireGoneListing(db: Db, link: string): Promise<GoneListing> {
  const found = await findListingByLink(db, link)
  if (found?.state !== 'gone') throw notFound()
  const [gone] = await db
    .select({
      id: listing.id,
      userId: listing.userId,
      agencyId: listing.agencyId,
      title: listing.title,
      status: listing.status,
      soldOn: listing.soldOn,
      soldPrice: listing.soldPrice,
      country: listing.country,
    })
    .from(listing)
    .where(eq(listing.id, found.id))
  if (!gone) throw notFound()
  const { id, userId, agencyId, title, status } = gone
  return {
    brand: await readBrand(db, agencyId),
    id,
    title,
    sold: status === 'sold' ? soldLine(gone) : null,
    others: await listOtherListings(db, userId, id),
  }
}

async function listOtherListings(db: Db, userId: string, exceptId: string) {
  const others = await db
    .select({ id: listing.id, agencyId: listing.agencyId, title: listing.title, slug: listing.slug })
    .from(listing)
    .where(and(eq(listing.userId, userId), ne(listing.id, exceptId), isPublicListing))
    .orderBy(desc(listing.publishedAt), asc(listing.id))
    .limit(MAX_OTHER_LISTINGS)
  const covers = await findCoverPhotos(db, others)
  return others.map(({ agencyId: _, ...other }) => ({ ...other, cover: covers.get(other.id) ?? null }))
}

/** The first photo of each listing in its gallery. Listings without photos have none. */
export async function findCoverPhotos(db: Db, listings: ListingKey[]) {
  const rows = await db
    .selectDistinctOn([file.listingId], { listingId: file.listingId, ...publicFileColumns })
    .from(file)
    .innerJoin(listing, and(eq(listing.id, file.listingId), eq(listing.agencyId, file.agencyId)))
    .where(and(isOfListings(file, listings), eq(file.type, 'image'), isShownToBuyers))
    .orderBy(file.listingId, sql`${file.id} = ${listing.coverFileId} desc nulls last`, ...fileOrder)
  return new Map(rows.map(({ listingId, ...photo }) => [listingId, describePhoto(photo)]))
}

/** The public page for its own agent, also of a draft or an archived listing. */
export async function previewListing(db: Db, agent: Agent, id: string) {
  const page = await readPublicListing(db, isReachableListing(agent, id))
  const { state } = await requireListing(db, agent, id)
  return { ...page, isPublic: state === 'published' }
}

export async function isListingReachable(db: Db, agent: Agent, id: string) {
  const [found] = await db.select({ id: listing.id }).from(listing).where(isReachableListing(agent, id))
  return found !== undefined
}

/** An allow-list: no other column is selected, so none can leak. */
const publicColumns = {
  id: listing.id,
  title: listing.title,
  subtitle: listing.subtitle,
  description: listing.description,
  slug: listing.slug,
  updatedAt: listing.updatedAt,
  createdAt: listing.createdAt,
  coverFileId: listing.coverFileId,
  unit: listing.unit,
  streetNumber: listing.streetNumber,
  street: listing.street,
  suburb: listing.suburb,
  city: listing.city,
  region: listing.region,
  postcode: listing.postcode,
  country: listing.country,
  propertyType: listing.propertyType,
  bedrooms: listing.bedrooms,
  bathrooms: listing.bathrooms,
  parking: listing.parking,
  floorArea: listing.floorArea,
  landArea: listing.landArea,
  landAreaUnit: listing.landAreaUnit,
  titleType: listing.titleType,
  saleMethod: listing.saleMethod,
  price: listing.price,
  priceText: listing.priceText,
  saleAt: listing.saleAt,
  status: listing.status,
  isShownByAppointment: listing.isShownByAppointment,
  agentsZone: profile.timeZone,
  questions: askedQuestions,
  agencyId: listing.agencyId,
  privacyText: agency.privacyText,
}
const publicFileColumns = {
  id: file.id,
  type: file.type,
  name: file.name,
  kind: file.kind,
  contentType: file.contentType,
  pageCount: file.pageCount,
  size: file.size,
  width: file.width,
  height: file.height,
  placeholder: file.placeholder,
  createdAt: file.createdAt,
  replacedAt: file.replacedAt,
  issuedOn: file.issuedOn,
}
const termsColumns = {
  access: file.access,
  isViewOnly: file.isViewOnly,
  isWatermarked: file.isWatermarked,
  documentAccess: listing.documentAccess,
  areDocumentsViewOnly: listing.areDocumentsViewOnly,
  areDocumentsWatermarked: listing.areDocumentsWatermarked,
}

async function readPublicListing(db: Db, where: SQL | undefined): Promise<PublicListing> {
  const [found] = await db
    .select(publicColumns)
    .from(listing)
    .innerJoin(agency, eq(agency.id, listing.agencyId))
    .leftJoin(profile, eq(profile.userId, listing.userId))
    .where(where)
    .limit(1)
  if (!found) throw notFound()
  const { id, title, subtitle, description, slug, updatedAt, createdAt, coverFileId, agentsZone, ...others } = found
  const { questions, agencyId, privacyText, ...facts } = others
  noteShown(id)
  noteShown(agencyId)
  // One after the other: in a transaction there is one connection, which runs one query at a time.
  const files = await listReadyFiles(db, found)
  const openHomes = await listOpenHomes(db, found)
  const brand = await readBrand(db, agencyId)
  limitPageAgeToNextEvent([facts.saleAt, ...openHomes.map(({ endsAt }) => endsAt)])
  const photos = files.filter(({ type }) => type === 'image').map(describePhoto)
  return {
    id,
    title,
    subtitle,
    description: StoredDescription.parse(description),
    slug,
    changedAt: updatedAt ?? createdAt,
    facts: { ...facts, openHomes, timeZone: listingTimeZone(facts, agentsZone), shownAt: new Date() },
    photos: photos.toSorted((one, other) => Number(other.id === coverFileId) - Number(one.id === coverFileId)),
    documents: files.filter(({ type }) => type === 'file').map(describeDocument),
    questions: readQuestions(questions),
    brand,
    privacyText,
  }
}

/** Open homes that are over are folded away, so the page is rendered again when the next one ends. */
function limitPageAgeToNextEvent(moments: (Date | null)[]) {
  const waits = moments.map((moment) => (moment?.getTime() ?? 0) - Date.now()).filter((wait) => wait > 0)
  if (waits.length > 0) limitPageAge(Math.min(...waits))
}

type PublicFileRow = Pick<typeof file.$inferSelect, keyof typeof publicFileColumns>

/** Photos, and the documents that every lead may open. What is for chosen people follows once the page knows its reader. */
const listReadyFiles = (db: Db, about: ListingKey) =>
  db
    .select({ ...publicFileColumns, ...termsColumns })
    .from(file)
    .innerJoin(listing, and(eq(listing.id, file.listingId), eq(listing.agencyId, file.agencyId)))
    .where(and(isOfListing(file, about), isShownToBuyers, or(eq(file.type, 'image'), isForEveryLead)))
    .orderBy(...fileOrder)

const describePhoto = ({ id, width, height, placeholder, replacedAt }: PublicFileRow): PublicPhoto => ({
  id,
  width,
  height,
  placeholder,
  replacedAt,
})

const describeDocument = (row: Awaited<ReturnType<typeof listReadyFiles>>[number]): PublicDocument => ({
  id: row.id,
  name: row.name,
  kind: row.kind as DocumentType | null,
  contentType: row.contentType ?? 'application/octet-stream',
  pageCount: row.pageCount,
  size: row.size,
  changedAt: row.replacedAt ?? row.createdAt,
  isUpdated: row.replacedAt !== null,
  issuedOn: row.issuedOn,
  isViewOnly: documentPermissions(row, listingPermissions(row)).isViewOnly,
})

export async function countPublicPages(db: Db) {
  const [counted] = await db.select({ listings: count() }).from(listing).where(isPublicListing)
  return counted?.listings ?? 0
}

/** The paths of public listing pages and when they last changed, for the sitemap. */
export async function listPublicPages(db: Db, { offset, limit }: { offset: number; limit: number }) {
  const rows = await db
    .select({ slug: listing.slug, changedAt: listing.updatedAt })
    .from(listing)
    .where(isPublicListing)
    .orderBy(asc(listing.createdAt), asc(listing.id))
    .offset(offset)
    .limit(limit)
  return rows.map(({ slug, changedAt }) => ({ path: publicListingPath(slug), changedAt }))
}

const MAX_AGE_WITHOUT_EXAMPLE_MS = 5_000

/** The path of the example listing on the home page: the one that LIVE_EXAMPLE names, while it is published. */
export async function findLiveExample(db: Db, { LIVE_EXAMPLE: slug }: Pick<Env, 'LIVE_EXAMPLE'>) {
  if (!slug) return null
  const [found] = await db
    .select({ id: listing.id, slug: listing.slug })
    .from(listing)
    .where(and(eq(listing.slug, slug), isPublicListing))
  // Another listing can get this slug.
  if (!found) limitPageAge(MAX_AGE_WITHOUT_EXAMPLE_MS)
  else noteShown(found.id)
  return found ? publicListingPath(found.slug) : null
}

import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { listing, oldSlug } from '#db/schema/listings.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { changedElsewhere, invalidInput, notFound } from '#platform/errors.ts'
import {
  listingState,
  type NewListing,
  numberedSlug,
  StoredDescription,
  slugFromTitle,
  type UpdateListingInput,
} from '../listings.schema.ts'

export const isOwnListing = (agent: Pick<Agent, 'id'>, id: string) =>
  and(eq(listing.id, id), eq(listing.userId, agent.id))

/** One listing with everything its agent edits. */
export async function requireListing(db: Db, agent: Agent, id: string) {
  const [found] = await db.select().from(listing).where(isOwnListing(agent, id))
  if (!found) throw notFound()
  return describeListing(found)
}

function describeListing(row: typeof listing.$inferSelect) {
  const {
    id,
    title,
    subtitle,
    description,
    slug,
    version,
    coverFileId,
    publishedAt,
    archivedAt,
    createdAt,
    updatedAt,
  } = row
  return {
    id,
    title,
    subtitle,
    description: StoredDescription.parse(description),
    slug,
    version,
    coverFileId,
    publishedAt,
    createdAt,
    updatedAt,
    state: listingState({ publishedAt, archivedAt }),
  }
}

const UNIQUE_VIOLATION = '23505'
const isUniqueViolation = (error: unknown) =>
  error instanceof Error && (error.cause as { code?: unknown } | undefined)?.code === UNIQUE_VIOLATION

const slugTaken = () => invalidInput({ slug: 'Another listing uses this link' })

/** A chosen slug must be free; one made from the title gets a number if it is taken. */
export async function createListing(db: Db, agent: Agent, { slug, ...texts }: NewListing) {
  if (slug) {
    const created = await insertListing(db, agent, { ...texts, slug })
    if (!created) throw slugTaken()
    return describeListing(created)
  }
  const wanted = slugFromTitle(texts.title)
  // A good guess: a number that another listing has is passed over.
  for (let taken = await countAlike(db, wanted); ; taken += 1) {
    const created = await insertListing(db, agent, { ...texts, slug: numberedSlug(wanted, taken) })
    if (created) return describeListing(created)
  }
}

/** Nothing if the slug is taken. */
const insertListing = (db: Db, agent: Agent, values: NewListing & { slug: string }) =>
  db.transaction(async (tx) => {
    const [created] = await tx
      .insert(listing)
      .values({ ...values, userId: agent.id })
      .onConflictDoNothing()
      .returning()
    // Checked after the insert, which waits for a listing that is giving up this slug.
    if (!created || !(await isOldSlugOfAnother(tx, created.slug, created.id))) return created
    await tx.delete(listing).where(eq(listing.id, created.id))
    return undefined
  })

const countAlike = (db: Db, slug: string) => db.$count(listing, sql`${listing.slug} ~ ${`^${slug}(-[0-9]+)?$`}`)

/** Refused if someone else has saved since `version` was read. */
export async function updateListing(db: Db, agent: Agent, { id, version, ...texts }: UpdateListingInput) {
  const isCurrent = and(isOwnListing(agent, id), eq(listing.version, version))
  const saved = await db.transaction(async (tx) => {
    const [before] = await tx.select({ slug: listing.slug }).from(listing).where(isCurrent)
    const [after] = await tx
      .update(listing)
      .set({ ...texts, version: version + 1 })
      .where(isCurrent)
      .returning()
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? slugTaken() : error
      })
    if (before && after && before.slug !== after.slug) await keepOldSlug(tx, before.slug, after)
    return after
  })
  if (saved) return describeListing(saved)
  await requireListing(db, agent, id)
  throw changedElsewhere()
}

/** A link that was public leads to its listing for good. The listing can have it back, and no other listing can have it. */
async function keepOldSlug(tx: Db, before: string, after: typeof listing.$inferSelect) {
  const { id: listingId, slug, firstPublishedAt, publishedAt } = after
  if (await isOldSlugOfAnother(tx, slug, listingId)) throw slugTaken()
  await tx.delete(oldSlug).where(eq(oldSlug.slug, slug))
  if (firstPublishedAt ?? publishedAt) await tx.insert(oldSlug).values({ slug: before, listingId })
}

async function isOldSlugOfAnother(db: Db, slug: string, id: string) {
  const [taken] = await db
    .select()
    .from(oldSlug)
    .where(and(eq(oldSlug.slug, slug), ne(oldSlug.listingId, id)))
  return taken !== undefined
}

export async function isSlugFree(db: Db, slug: string, exceptId = '') {
  const [taken] = await db
    .select()
    .from(listing)
    .where(and(eq(listing.slug, slug), ne(listing.id, exceptId)))
  return taken === undefined && !(await isOldSlugOfAnother(db, slug, exceptId))
}

/** Copies a listing's text. Its photos and documents are not copied. */
export async function duplicateListing(db: Db, agent: Agent, id: string) {
  const [original] = await db.select().from(listing).where(isOwnListing(agent, id))
  if (!original) throw notFound()
  const { subtitle, description } = original
  const title = `Copy of ${original.title}`.slice(0, 160)
  return createListing(db, agent, { title, subtitle, description: description as NewListing['description'] })
}

type StateChange = Partial<Record<'publishedAt' | 'firstPublishedAt' | 'archivedAt' | 'updatedAt', unknown>>

/** The trigger keeps an `updatedAt` that has changed. The smallest step keeps an archived and restored listing in its place in the list. */
const keepPlace = { updatedAt: sql`${listing.updatedAt} + interval '1 microsecond'` }

/** A listing that is published already keeps its date. */
export const publishListing = (db: Db, agent: Agent, id: string) =>
  changeState(db, agent, id, {
    publishedAt: sql`coalesce(${listing.publishedAt}, now())`,
    firstPublishedAt: sql`coalesce(${listing.firstPublishedAt}, ${listing.publishedAt}, now())`,
  })
export const unpublishListing = (db: Db, agent: Agent, id: string) =>
  changeState(db, agent, id, {
    publishedAt: null,
    firstPublishedAt: sql`coalesce(${listing.firstPublishedAt}, ${listing.publishedAt})`,
  })
export const archiveListing = (db: Db, agent: Agent, id: string) =>
  changeState(db, agent, id, { archivedAt: sql`coalesce(${listing.archivedAt}, now())`, ...keepPlace })
export const restoreListing = (db: Db, agent: Agent, id: string) =>
  changeState(db, agent, id, { archivedAt: null, ...keepPlace })

const isPublished = (one: Parameters<typeof listingState>[0]) => listingState(one) === 'published'

async function changeState(db: Db, agent: Agent, id: string, values: StateChange) {
  const changed = await db.transaction(async (tx) => {
    const [before] = await tx.select().from(listing).where(isOwnListing(agent, id)).for('no key update')
    if (!before) throw notFound()
    const [after = before] = await tx
      .update(listing)
      .set(values as Partial<typeof listing.$inferInsert>)
      .where(isOwnListing(agent, id))
      .returning()
    if (isPublished(before) !== isPublished(after))
      await writeAudit(tx, agent.id, isPublished(after) ? 'listing_published' : 'listing_taken_down', { listingId: id })
    return after
  })
  return { id, state: listingState(changed), publishedAt: changed.publishedAt }
}

import { and, count, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { listing } from '#db/schema/listing.ts'
import { changedElsewhere, invalidInput, notFound } from '#platform/errors.ts'
import type { Agent } from '#platform/session.server.ts'
import { describeListing, findListing, isOwnListing } from './findListing.server.ts'
import type { UpdateListingInput, NewListing } from './listings.ts'
import { numberedSlug, slugFrom } from './slugs.ts'

const UNIQUE_VIOLATION = '23505'
const isUniqueViolation = (error: unknown) =>
  error instanceof Error && (error.cause as { code?: unknown } | undefined)?.code === UNIQUE_VIOLATION

const slugTaken = () => invalidInput({ slug: 'Another listing uses this link' })

/** A chosen slug must be free; one that is made from the title gets a number until it is. */
export async function createListing(db: Db, agent: Agent, { slug, ...texts }: NewListing) {
  if (slug) {
    const created = await insertListing(db, agent, { ...texts, slug })
    if (!created) throw slugTaken()
    return describeListing(created)
  }
  const wish = slugFrom(texts.title)
  for (let number = await firstFreeNumber(db, wish); ; number += 1) {
    const created = await insertListing(db, agent, { ...texts, slug: numberedSlug(wish, number) })
    if (created) return describeListing(created)
  }
}

async function insertListing(db: Db, agent: Agent, values: NewListing & { slug: string }) {
  const [created] = await db
    .insert(listing)
    .values({ ...values, userId: agent.id })
    .onConflictDoNothing({ target: listing.slug })
    .returning()
  return created
}

/** Near enough: whoever is quicker makes the next try necessary. */
async function firstFreeNumber(db: Db, wish: string) {
  const [alike] = await db
    .select({ n: count() })
    .from(listing)
    .where(sql`${listing.slug} ~ ${`^${wish}(-[0-9]+)?$`}`)
  return (alike?.n ?? 0) + 1
}

/** Saved only over the version that was read. */
export async function updateListing(db: Db, agent: Agent, { id, version, ...texts }: UpdateListingInput) {
  if (!(await isSlugFree(db, texts.slug, id))) {
    await findListing(db, agent, id)
    throw slugTaken()
  }
  const [saved] = await db
    .update(listing)
    .set({ ...texts, version: version + 1 })
    .where(and(isOwnListing(agent, id), eq(listing.version, version)))
    .returning()
    .catch((error: unknown) => {
      // Somebody took it since we looked.
      throw isUniqueViolation(error) ? slugTaken() : error
    })
  if (saved) return describeListing(saved)
  await findListing(db, agent, id)
  throw changedElsewhere()
}

export async function isSlugFree(db: Db, slug: string, exceptId = '') {
  const [taken] = await db
    .select({ id: listing.id })
    .from(listing)
    .where(and(eq(listing.slug, slug), ne(listing.id, exceptId)))
  return taken === undefined
}

/** The words of one listing for the next; photos and documents belong to the one they were made for. */
export async function duplicateListing(db: Db, agent: Agent, id: string) {
  const [original] = await db.select().from(listing).where(isOwnListing(agent, id))
  if (!original) throw notFound()
  const { subtitle, description } = original
  const title = `Copy of ${original.title}`.slice(0, 160)
  return createListing(db, agent, { title, subtitle, description: description as NewListing['description'] })
}

import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { isListing, type ListingKey, listing, oldSlug } from '#db/schema/listings.ts'
import { writeAudit, writeRepeatedAudit } from '#features/audit/writeAudit.server.ts'
import { addToRecord } from '#features/record/server/addToRecord.server.ts'
import { lockLeadAgent } from '#platform/auth/lockMembers.server.ts'
import { isListingWithinReach, requireLeadAgentId } from '#platform/auth/reach.server.ts'
import type { Agent, Membership } from '#platform/auth/sessions.server.ts'
import { changedElsewhere, invalidInput, notFound } from '#platform/errors.ts'
import { announce } from '#platform/webhooks/announce.server.ts'
import type { WebhookType } from '#platform/webhooks/webhookTypes.ts'
import { completeAddress, titleFromAddress } from '../facts/address.ts'
import { type Address, copiedFacts, type ListingFacts } from '../facts/facts.schema.ts'
import {
  listingState,
  type NewListing,
  numberedSlug,
  StoredDescription,
  slugFromTitle,
  type UpdateListingInput,
} from '../listings.schema.ts'
import { readQuestions } from '../questions/questions.schema.ts'
import { listOpenHomes, saveOpenHomes } from './openHomes.server.ts'

export const isReachableListing = (agent: Membership, id: string) =>
  and(eq(listing.id, id), isListingWithinReach(agent))

type ListingRow = typeof listing.$inferSelect

/** For a job that knows the id alone. */
export async function findListingKey(db: Db, id: string): Promise<ListingKey | undefined> {
  const [found] = await db
    .select({ id: listing.id, agencyId: listing.agencyId })
    .from(listing)
    .where(eq(listing.id, id))
  return found
}

/** One listing with everything its agent edits. */
export async function requireListing(db: Db, agent: Agent, id: string) {
  const [found] = await db.select().from(listing).where(isReachableListing(agent, id))
  if (!found) throw notFound()
  return describeListing(db, found)
}

async function describeListing(db: Db, row: ListingRow) {
  const {
    userId: _,
    agencyId: ____,
    archivedAt,
    saleSequence: __,
    creationKey: ___,
    description,
    questions,
    ...shown
  } = row
  return {
    ...shown,
    questions: questions && readQuestions(questions),
    description: StoredDescription.parse(description),
    openHomes: await listOpenHomes(db, row),
    state: listingState({ publishedAt: row.publishedAt, archivedAt }),
  }
}

const UNIQUE_VIOLATION = '23505'
const isUniqueViolation = (error: unknown) =>
  error instanceof Error && (error.cause as { code?: unknown } | undefined)?.code === UNIQUE_VIOLATION

const slugTaken = () => invalidInput({ slug: 'Another listing uses this link' })

/** A repeated attempt, after a lost response, finds the listing that the first one created, and saves its text there. */
export async function createListing(db: Db, agent: Agent, { key, ...input }: NewListing) {
  if (!key) return insertNewListing(db, agent, input)
  return (
    (await saveCreatedListing(db, agent, key, input)) ??
    insertNewListing(db, agent, input, key).catch(async (error: unknown) => {
      // Another attempt with this key was faster.
      const created = isUniqueViolation(error) && (await saveCreatedListing(db, agent, key, input))
      if (!created) throw error
      return created
    })
  )
}

type ListingInput = Omit<NewListing, 'key'>

/** The version stays the first one, so that a further attempt can save too, unless the listing has been changed or published since. */
const saveCreatedListing = (db: Db, agent: Agent, creationKey: string, input: ListingInput) =>
  db.transaction(async (tx) => {
    const [created] = await tx
      .select()
      .from(listing)
      .where(
        and(
          isListingWithinReach(agent),
          eq(listing.userId, requireLeadAgentId(agent)),
          eq(listing.creationKey, creationKey),
        ),
      )
      .for('no key update')
    if (!created) return undefined
    if (created.version !== FIRST_VERSION || listingState(created) !== 'draft') throw changedElsewhere()
    return saveListing(tx, created, input, FIRST_VERSION)
  })

const FIRST_VERSION = 1

/** A chosen slug must be free; one made from the title gets a number if it is taken. */
const insertNewListing = (
  db: Db,
  agent: Agent,
  { slug, openHomes = [], ...input }: ListingInput,
  creationKey?: string,
) =>
  db.transaction(async (tx) => {
    const owner = { userId: await lockLeadAgent(tx, agent), agencyId: agent.agencyId }
    const values = { ...input, ...madeTitle(input), isSlugMade: !slug, ...owner, creationKey }
    const created = slug
      ? await insertListing(tx, { ...values, slug })
      : await insertWithMadeSlug(tx, values, slugFromTitle(values.title))
    if (!created) throw slugTaken()
    await saveOpenHomes(tx, created, openHomes)
    return describeListing(tx, created)
  })

/** Nothing if the slug is taken. */
async function insertListing(tx: Db, values: typeof listing.$inferInsert) {
  const [created] = await tx.insert(listing).values(values).onConflictDoNothing({ target: listing.slug }).returning()
  // Checked after the insert, which waits for a listing that is giving up this slug.
  if (!created || !(await isOldSlugOfAnother(tx, created.slug, created.id))) return created
  await tx.delete(listing).where(eq(listing.id, created.id))
  return undefined
}

async function insertWithMadeSlug(db: Db, values: Omit<typeof listing.$inferInsert, 'slug'>, wanted: string) {
  // A good guess: a number that another listing has is passed over.
  for (let taken = await countAlike(db, wanted); ; taken += 1) {
    const created = await insertListing(db, { ...values, slug: numberedSlug(wanted, taken) })
    if (created) return created
  }
}

const countAlike = (db: Db, slug: string) => db.$count(listing, sql`${listing.slug} ~ ${`^${slug}(-[0-9]+)?$`}`)

export const UNTITLED = 'New listing'

/** The title that the agent wrote, or else one made from the address. */
function madeTitle({ title, ...facts }: Pick<NewListing, 'title' | keyof Address>) {
  if (title) return { title, isTitleMade: false }
  return { title: titleFromAddress(completeAddress(facts)).slice(0, 160) || UNTITLED, isTitleMade: true }
}

/** Refused if someone else has saved since `version` was read. */
export const updateListing = (db: Db, agent: Agent, { id, version, ...input }: UpdateListingInput) =>
  db.transaction(async (tx) => {
    const [before] = await tx.select().from(listing).where(isReachableListing(agent, id)).for('no key update')
    if (!before) throw notFound()
    if (before.version !== version) throw changedElsewhere()
    const saved = await saveListing(tx, before, input, version + 1)
    await writeRepeatedAudit(tx, agent, 'listing_changed', { listingId: id }, id)
    await announceListing(tx, before, 'listing.updated')
    return saved
  })

type SaleChange = Partial<Pick<ListingFacts, 'saleAt' | 'price' | 'priceText' | 'status' | 'soldOn' | 'soldPrice'>>

/** Changes the facts of the sale as a save in the editor would, in the caller's transaction. */
export async function changeSale(
  tx: Db,
  agent: Agent,
  { id, version, ...facts }: { id: string; version: number } & SaleChange,
) {
  const [before] = await tx.select().from(listing).where(isReachableListing(agent, id)).for('no key update')
  if (!before) throw notFound()
  if (before.version !== version) throw changedElsewhere()
  await updateRow(tx, before, {
    ...facts,
    saleSequence: before.saleSequence + Number(isSaleMoved(before, facts)),
    version: version + 1,
  })
  await writeRepeatedAudit(tx, agent, 'listing_changed', { listingId: id }, id)
  await announceListing(tx, before, 'listing.updated')
  return before
}

const announceListing = (tx: Db, { id, agencyId }: ListingRow, type: WebhookType & `listing.${string}`) =>
  announce(tx, { agencyId, type, objectId: id, data: { listingId: id } })

async function saveListing(tx: Db, before: ListingRow, { openHomes, slug, ...input }: ListingInput, version: number) {
  const saved = await updateRow(tx, before, {
    ...input,
    ...madeTitle({ ...before, ...withoutUndefined(input) }),
    ...(slug && slug !== before.slug && { slug, isSlugMade: false }),
    saleSequence: before.saleSequence + Number(isSaleMoved(before, input)),
    version,
  })
  if (saved.slug !== before.slug) await keepOldSlug(tx, before.slug, saved)
  if (openHomes) await saveOpenHomes(tx, saved, openHomes)
  return describeListing(tx, isFollowingTitle(saved) ? await followTitle(tx, saved) : saved)
}

const withoutUndefined = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values

async function updateRow(tx: Db, about: ListingKey, values: Partial<typeof listing.$inferInsert>) {
  const [saved] = await tx
    .update(listing)
    .set(values)
    .where(isListing(about))
    .returning()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? slugTaken() : error
    })
  if (!saved) throw notFound()
  return saved
}

/** The method and date are what calendars show. */
function isSaleMoved(before: ListingRow, { saleAt = before.saleAt, saleMethod = before.saleMethod }: SaleDate) {
  return saleAt?.getTime() !== before.saleAt?.getTime() || (saleAt !== null && saleMethod !== before.saleMethod)
}
type SaleDate = Pick<UpdateListingInput, 'saleAt' | 'saleMethod'>

/** Nobody knows the link of a draft yet, so it follows the title until the agent chooses one. */
function isFollowingTitle({ isSlugMade, publishedAt, firstPublishedAt, slug, title }: ListingRow) {
  const wanted = slugFromTitle(title)
  const isMadeFromTitle =
    slug === wanted || (slug.startsWith(`${wanted}-`) && /^\d+$/.test(slug.slice(wanted.length + 1)))
  return isSlugMade && !publishedAt && !firstPublishedAt && !isMadeFromTitle
}

async function followTitle(tx: Db, saved: ListingRow) {
  const wanted = slugFromTitle(saved.title)
  const slug = numberedSlug(wanted, await countAlike(tx, wanted))
  if (!(await isSlugFree(tx, slug, saved.id))) return saved
  return updateRow(tx, saved, { slug })
}

/** A link that was public leads to its listing for good. The listing can have it back, and no other listing can have it. */
async function keepOldSlug(tx: Db, before: string, after: ListingRow) {
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

/** Copies a listing's text, facts and questions, without the dates and the state of its sale. Its photos and documents are not copied. */
export async function duplicateListing(db: Db, agent: Agent, id: string) {
  const [original] = await db.select().from(listing).where(isReachableListing(agent, id))
  if (!original) throw notFound()
  return createListing(db, agent, {
    ...copiedFacts(original),
    questions: original.questions && readQuestions(original.questions),
    requiresVerification: original.requiresVerification,
    allowsInvitees: original.allowsInvitees,
    title: `Copy of ${original.title}`.slice(0, 160),
    subtitle: original.subtitle,
    description: original.description as NewListing['description'],
  })
}

type StateChange = Partial<Record<'publishedAt' | 'firstPublishedAt' | 'archivedAt' | 'updatedAt', unknown>>

/** The trigger keeps an `updatedAt` that has changed. The smallest step keeps an archived and restored listing in its place in the list. */
const keepPlace = { updatedAt: sql`${listing.updatedAt} + interval '1 microsecond'` }

/** Only the first time counts. */
export async function recordListingShare(db: Db, agent: Agent, id: string) {
  const [shared] = await db
    .update(listing)
    .set({ sharedAt: sql`coalesce(${listing.sharedAt}, now())`, ...keepPlace })
    .where(isReachableListing(agent, id))
    .returning({ sharedAt: listing.sharedAt })
  if (!shared) throw notFound()
  return shared
}

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
    const [before] = await tx.select().from(listing).where(isReachableListing(agent, id)).for('no key update')
    if (!before) throw notFound()
    const [after = before] = await tx
      .update(listing)
      .set(values as Partial<typeof listing.$inferInsert>)
      .where(isReachableListing(agent, id))
      .returning()
    if (isPublished(before) !== isPublished(after)) {
      await writeAudit(
        tx,
        agent,
        isPublished(after) ? 'listing_published' : 'listing_taken_down',
        { listingId: id },
        id,
      )
      const isArchived = after.archivedAt !== null
      await addToRecord(tx, { agencyId: after.agencyId, listingId: id }, [
        isPublished(after)
          ? { kind: 'published', details: { title: after.title } }
          : { kind: 'unpublished', details: { title: after.title, isArchived } },
      ])
      await announceListing(tx, after, isPublished(after) ? 'listing.published' : 'listing.unpublished')
    }
    return after
  })
  return { id, state: listingState(changed), publishedAt: changed.publishedAt }
}

import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.server.ts'
import { audit } from '#db/schema/audit.ts'
import { file } from '#db/schema/files.ts'
import { listing as listingTable } from '#db/schema/listings.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { freshDatabase, ROW_REFUSED, whileRefusingRows } from '../../../../test/support/database.ts'
import { emptyDescription } from '../description/description.schema.ts'
import { ListListingsInput, NewListing, UpdateListingInput } from '../listings.schema.ts'
import {
  archiveListing,
  createListing,
  duplicateListing,
  isSlugFree,
  publishListing,
  requireListing,
  restoreListing,
  unpublishListing,
  updateListing,
} from './listings.server.ts'
import { countListings, listListings } from './listListings.server.ts'
import { requirePublicListing } from './publicListings.server.ts'

const words = { title: '12 Rata Street', subtitle: '3 bed · 1 bath', description: emptyDescription }

async function twoAgents() {
  const { db, sql } = await freshDatabase()
  const [agent, otherAgent] = [await createAgent(db), await createAgent(db)]
  const listing = await createListing(db, agent, words)
  return { db, sql, agent, otherAgent, listing }
}
const notFound = { status: 404 }
const gone = { status: 410, name: 'ListingGone' }
const ask = (question: object = {}) => ListListingsInput.parse(question)
const titles = async (db: Db, agent: Awaited<ReturnType<typeof createAgent>>, question: object) =>
  (await listListings(db, agent, ask(question))).listings.map(({ title }) => title)

describe('a slug', () => {
  test('made from a title that exists gets a number, even for many at once', async () => {
    const { db, agent, otherAgent } = await twoAgents()
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, n) => createListing(db, n % 2 ? agent : otherAgent, words)),
    )
    const slugs = made.map(({ slug }) => slug)
    expect(new Set(slugs).size).toBe(10)
    for (const slug of slugs) expect(slug).toMatch(/^12-rata-street-\d+$/)
  })

  test('made from a title counts the listings alike, and passes over a number that one of them has', async () => {
    const { db, agent, listing } = await twoAgents()
    await createListing(db, agent, { ...words, slug: 'flat-12-rata-street' })
    await createListing(db, agent, { ...words, slug: `${listing.slug}-3` })
    expect((await createListing(db, agent, words)).slug).toBe(`${listing.slug}-4`)
  })

  test('that many choose at once goes to one of them', async () => {
    const { db, agent } = await twoAgents()
    const listings = await Promise.all(Array.from({ length: 12 }, () => createListing(db, agent, words)))
    const saves = listings.map(({ id, version }) => updateListing(db, agent, { ...words, id, version, slug: 'wanted' }))
    const outcomes = await Promise.allSettled(saves)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ status: 400, fields: { slug: expect.any(String) } })
  })

  test('that another listing has is refused on its field, in a new listing and in a change', async () => {
    const { db, agent, otherAgent, listing } = await twoAgents()
    const taken = { status: 400, fields: { slug: 'Another listing uses this link' } }
    await expect(createListing(db, otherAgent, { ...words, slug: listing.slug })).rejects.toMatchObject(taken)
    const other = await createListing(db, agent, { ...words, slug: 'other' })
    const { id, version } = other
    await expect(updateListing(db, agent, { ...words, id, version, slug: listing.slug })).rejects.toMatchObject(taken)
    expect(await isSlugFree(db, listing.slug)).toBe(false)
    expect(await isSlugFree(db, listing.slug, listing.id)).toBe(true)
  })

  test('is not called taken when the database refuses the change for another reason', async () => {
    const { db, agent, listing } = await twoAgents()
    const { id, version, slug } = listing
    const saving = updateListing(db, agent, { ...words, title: 'No zero byte: \0', id, version, slug })
    await expect(saving).rejects.toThrow('Failed query')
  })
})

describe('a listing whose creation is repeated, because its response was lost', () => {
  const key = '0b0e7a52-7c1e-4f0e-9d0a-3f4f6f1f5c11'
  const open = { startsAt: new Date('2026-12-05T00:00:00Z'), endsAt: new Date('2026-12-05T00:30:00Z'), note: '' }

  test('exists once, with the text of the last attempt', async () => {
    const { db, agent } = await twoAgents()
    const first = await createListing(db, agent, { ...words, key, openHomes: [open] })
    for (const title of ['14 Rata Street', '16 Rata Street']) {
      const repeated = await createListing(db, agent, { ...words, title, key, openHomes: [open] })
      expect(repeated).toMatchObject({ id: first.id, title, version: first.version })
      expect(repeated.openHomes).toHaveLength(1)
      expect(repeated).not.toHaveProperty('creationKey')
    }
    expect(await titles(db, agent, {})).toEqual(['16 Rata Street', '12 Rata Street'])
  })

  test('exists once, even if many attempts arrive at the same time', async () => {
    const { db, agent } = await twoAgents()
    const made = await Promise.all(Array.from({ length: 8 }, () => createListing(db, agent, { ...words, key })))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await titles(db, agent, {})).toHaveLength(2)
  })

  test('is not overwritten once it has been changed or published', async () => {
    const { db, agent } = await twoAgents()
    const { id, version } = await createListing(db, agent, { ...words, key })
    await publishListing(db, agent, id)
    const changed = { status: 409, name: 'ChangedElsewhere' }
    await expect(createListing(db, agent, { ...words, title: 'Late', key })).rejects.toMatchObject(changed)
    await unpublishListing(db, agent, id)
    await updateListing(db, agent, { ...words, title: 'Newer', id, version })
    await expect(createListing(db, agent, { ...words, title: 'Late', key })).rejects.toMatchObject(changed)
    expect(await titles(db, agent, {})).toEqual(['Newer', '12 Rata Street'])
  })

  test('threat 16: is not found by another agent with the same key', async () => {
    const { db, agent, otherAgent } = await twoAgents()
    const { id } = await createListing(db, agent, { ...words, key })
    expect((await createListing(db, otherAgent, { ...words, title: 'Theirs', key })).id).not.toBe(id)
    expect((await requireListing(db, agent, id)).title).toBe(words.title)
  })

  test('has a key that only its browser can choose', () => {
    expect(NewListing.safeParse({ ...words, key: 'x' }).success).toBe(false)
    expect(UpdateListingInput.safeParse({ ...words, id: 'list_0123456789abcdef', version: 1, key }).success).toBe(false)
  })
})

describe('a slug that a public listing had before', () => {
  const taken = { status: 400, fields: { slug: 'Another listing uses this link' } }
  async function movedListing() {
    const agents = await twoAgents()
    const { db, agent, listing } = agents
    await publishListing(db, agent, listing.id)
    const save = (slug: string, version: number) =>
      updateListing(db, agent, { ...words, id: listing.id, version, slug })
    return { ...agents, save, moved: await save('moved', listing.version) }
  }

  test('still leads to it, and so does each one before', async () => {
    const { db, agent, listing, moved, save } = await movedListing()
    await save('moved-again', moved.version)
    for (const link of [listing.slug, 'moved', 'moved-again', listing.id])
      expect(await requirePublicListing(db, link)).toMatchObject({ id: listing.id, slug: 'moved-again' })
    await unpublishListing(db, agent, listing.id)
    for (const link of [listing.slug, 'moved', 'moved-again'])
      await expect(requirePublicListing(db, link)).rejects.toMatchObject(gone)
  })

  test('threat 107: goes to no other listing, of any agent, by a new one, a change or a title', async () => {
    const { db, agent, otherAgent, listing } = await movedListing()
    await expect(createListing(db, otherAgent, { ...words, slug: listing.slug })).rejects.toMatchObject(taken)
    for (const owner of [agent, otherAgent]) {
      const other = await createListing(db, owner, words)
      expect(other.slug).not.toBe(listing.slug)
      const change = { ...words, id: other.id, version: other.version, slug: listing.slug }
      await expect(updateListing(db, owner, change)).rejects.toMatchObject(taken)
      expect(await isSlugFree(db, listing.slug, other.id)).toBe(false)
    }
    expect(await isSlugFree(db, listing.slug)).toBe(false)
    expect(await requirePublicListing(db, listing.slug)).toMatchObject({ id: listing.id })
  })

  test('can be its own again, and then the other one leads to it', async () => {
    const { db, listing, moved, save } = await movedListing()
    expect(await isSlugFree(db, listing.slug, listing.id)).toBe(true)
    expect(await save(listing.slug, moved.version)).toMatchObject({ slug: listing.slug })
    for (const link of [listing.slug, 'moved'])
      expect(await requirePublicListing(db, link)).toMatchObject({ id: listing.id, slug: listing.slug })
  })

  test('is free for others if the listing never was public', async () => {
    const { db, agent, otherAgent, listing } = await twoAgents()
    await updateListing(db, agent, { ...words, id: listing.id, version: listing.version, slug: 'moved' })
    expect(await isSlugFree(db, listing.slug)).toBe(true)
    expect(await createListing(db, otherAgent, { ...words, slug: listing.slug })).toMatchObject({ slug: listing.slug })
  })

  test('threat 107: goes to no listing that is created while it is given up', async () => {
    const { db, agent, otherAgent, listing } = await twoAgents()
    await publishListing(db, agent, listing.id)
    const { id, version, slug } = listing
    const outcomes = await Promise.allSettled([
      updateListing(db, agent, { ...words, id, version, slug: 'moved' }),
      ...Array.from({ length: 10 }, () => createListing(db, otherAgent, { ...words, slug })),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', ...Array(10).fill('rejected')])
    expect(await requirePublicListing(db, slug)).toMatchObject({ id })
  })
})

describe('a listing', () => {
  test('starts as a draft that only its agent sees', async () => {
    const { db, agent, otherAgent, listing } = await twoAgents()
    expect(await requireListing(db, agent, listing.id)).toMatchObject({ ...words, state: 'draft', version: 1 })
    await expect(requireListing(db, otherAgent, listing.id)).rejects.toMatchObject(notFound)
    await expect(requirePublicListing(db, listing.id)).rejects.toMatchObject(notFound)
  })

  test('is published, taken down, archived and restored', async () => {
    const { db, agent, listing } = await twoAgents()
    const { id, slug } = listing
    expect(await publishListing(db, agent, id)).toEqual({ id, state: 'published', publishedAt: expect.any(Date) })
    expect(await requirePublicListing(db, slug)).toMatchObject({ id })
    expect(await archiveListing(db, agent, id)).toMatchObject({ state: 'archived' })
    await expect(requirePublicListing(db, id)).rejects.toMatchObject(gone)
    expect(await restoreListing(db, agent, id)).toMatchObject({ state: 'published' })
    expect(await unpublishListing(db, agent, id)).toMatchObject({ state: 'draft', publishedAt: null })
    await expect(requirePublicListing(db, id)).rejects.toMatchObject(gone)
  })

  test('keeps the date when it was first public, however often it is published', async () => {
    const { db, agent, listing } = await twoAgents()
    const firstPublishedAt = async () =>
      (await db.select().from(listingTable).where(eq(listingTable.id, listing.id)))[0]?.firstPublishedAt
    expect(await firstPublishedAt()).toBeNull()
    await publishListing(db, agent, listing.id)
    const first = await firstPublishedAt()
    expect(first).toBeInstanceOf(Date)
    await unpublishListing(db, agent, listing.id)
    await publishListing(db, agent, listing.id)
    expect(await firstPublishedAt()).toEqual(first)

    // Published by a version that did not know of this date.
    await db.update(listingTable).set({ firstPublishedAt: null }).where(eq(listingTable.id, listing.id))
    await unpublishListing(db, agent, listing.id)
    expect(await firstPublishedAt()).toBeInstanceOf(Date)
  })

  test('is shown to its agent with its dates, cover and state', async () => {
    const { db, agent, listing } = await twoAgents()
    const { id } = listing
    const dates = { createdAt: expect.any(Date), updatedAt: expect.any(Date) }
    expect(await requireListing(db, agent, id)).toMatchObject({ ...dates, publishedAt: null, coverFileId: null })
    const [photo] = await db
      .insert(file)
      .values({
        path: 'images/front',
        name: 'Front',
        originalName: 'front.jpg',
        type: 'image',
        userId: agent.id,
        listingId: id,
        size: 1,
      })
      .returning()
    await db.update(listingTable).set({ coverFileId: photo?.id }).where(eq(listingTable.id, id))
    await publishListing(db, agent, id)
    const shown = { ...dates, publishedAt: expect.any(Date), coverFileId: photo?.id }
    expect(await requireListing(db, agent, id)).toMatchObject({ ...shown, state: 'published' })
    await archiveListing(db, agent, id)
    expect(await requireListing(db, agent, id)).toMatchObject({ ...shown, state: 'archived' })
  })

  test('threat 16: of another agent responds as if it did not exist to every command', async () => {
    const { db, otherAgent, listing } = await twoAgents()
    const { id, version, slug } = listing
    const actions = [publishListing, unpublishListing, archiveListing, restoreListing, duplicateListing, requireListing]
    for (const target of [id, 'list_missing']) {
      for (const action of actions) await expect(action(db, otherAgent, target)).rejects.toMatchObject(notFound)
      const change = { ...words, id: target, version, slug, title: 'Mine now' }
      await expect(updateListing(db, otherAgent, change)).rejects.toMatchObject(notFound)
      await expect(updateListing(db, otherAgent, { ...change, slug: 'free' })).rejects.toMatchObject(notFound)
    }
    expect((await listListings(db, otherAgent, ask())).listings).toEqual([])
  })

  test('threat 67: saved in two tabs keeps the first; the second gets a conflict and can overwrite it', async () => {
    const { db, agent, listing } = await twoAgents()
    const { id, version, slug } = listing
    const save = (title: string, over: number) => updateListing(db, agent, { ...words, id, slug, title, version: over })
    const first = await save('First', version)
    await expect(save('Second', version)).rejects.toMatchObject({ status: 409, name: 'ChangedElsewhere' })
    expect(await requireListing(db, agent, id)).toMatchObject({ title: 'First', version: 2 })
    expect(await save('Second', first.version)).toMatchObject({ title: 'Second', version: 3 })
  })

  test('threat 67: of 20 saves of one version at once, one is kept', async () => {
    const { db, agent, listing } = await twoAgents()
    const { id, version, slug } = listing
    const saves = Array.from({ length: 20 }, (_, n) =>
      updateListing(db, agent, { ...words, id, slug, version, title: `Save ${n}` }),
    )
    const kept = (await Promise.allSettled(saves)).filter(({ status }) => status === 'fulfilled')
    expect(kept).toHaveLength(1)
  })

  test('is recorded in the activity log each time it goes online or offline, and only then', async () => {
    const { db, agent, listing } = await twoAgents()
    const { id } = listing
    await publishListing(db, agent, id)
    await publishListing(db, agent, id)
    await archiveListing(db, agent, id)
    await unpublishListing(db, agent, id)
    await restoreListing(db, agent, id)
    const recorded = await db.select().from(audit).where(eq(audit.userId, agent.id)).orderBy(audit.at)
    expect(recorded.map(({ action, details }) => [action, details])).toEqual([
      ['listing_published', { listingId: id }],
      ['listing_taken_down', { listingId: id }],
    ])
  })

  test('stays a draft when PostgreSQL refuses the entry in the activity log', async () => {
    const { db, sql, agent, listing } = await twoAgents()
    await whileRefusingRows({ sql }, { table: 'audit' }, () =>
      expect(publishListing(db, agent, listing.id)).rejects.toMatchObject(ROW_REFUSED),
    )
    expect(await requireListing(db, agent, listing.id)).toMatchObject({ state: 'draft' })
  })

  test('with the longest title is duplicated with as much of it as fits', async () => {
    const { db, agent } = await twoAgents()
    const { id } = await createListing(db, agent, { ...words, title: 'x'.repeat(160) })
    expect(await duplicateListing(db, agent, id)).toMatchObject({ title: `Copy of ${'x'.repeat(152)}` })
  })

  test('is duplicated as a separate draft with its text only', async () => {
    const { db, agent, listing } = await twoAgents()
    await publishListing(db, agent, listing.id)
    const copy = await duplicateListing(db, agent, listing.id)
    expect(copy).toMatchObject({ title: 'Copy of 12 Rata Street', subtitle: words.subtitle, state: 'draft' })
    expect(copy.slug).toBe('copy-of-12-rata-street')
  })

  test('has no version above the database’s maximum', () => {
    const change = { ...words, id: 'list_1', slug: 'rata' }
    for (const [version, isOne] of [
      [1, true],
      [0, false],
      [2 ** 31 - 1, false],
      [2 ** 53, false],
    ])
      expect(UpdateListingInput.safeParse({ ...change, version }).success).toBe(isOne)
  })

  test('threat 18: accepts only the fields that an agent may set', () => {
    for (const extra of [{ userId: 'usr_1' }, { id: 'list_1' }, { publishedAt: new Date() }, { version: 1 }])
      expect(NewListing.safeParse({ ...words, ...extra }).success).toBe(false)
  })
})

describe('the list', () => {
  test('has each listing once over all pages in every order', async () => {
    const { db, agent } = await twoAgents()
    for (let n = 0; n < 11; n += 1) await createListing(db, agent, { ...words, title: `House ${n % 4}` })
    for (const sort of ['changed', 'created', 'title']) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await listListings(db, agent, ask({ sort, limit: 5, cursor }))
        seen.push(...page.listings.map(({ id }) => id))
        cursor = page.next ?? undefined
      } while (cursor)
      expect(seen).toHaveLength(12)
      expect(new Set(seen).size).toBe(12)
    }
  })

  test('finds words in title, subtitle and address in any order; search operators are plain text', async () => {
    const { db, agent } = await twoAgents()
    await createListing(db, agent, { ...words, title: 'Villa 100%', subtitle: 'Sunny', slug: 'by-the-sea' })
    expect(await titles(db, agent, { search: 'sunny villa' })).toEqual(['Villa 100%'])
    expect(await titles(db, agent, { search: 'the-sea' })).toEqual(['Villa 100%'])
    expect(await titles(db, agent, { search: '0%' })).toEqual(['Villa 100%'])
    expect(await titles(db, agent, { search: '_' })).toEqual([])
    expect(await titles(db, agent, { search: 'sunny castle' })).toEqual([])
  })

  test('shows drafts, published or archived ones, and counts them', async () => {
    const { db, agent } = await twoAgents()
    const published = await createListing(db, agent, { ...words, title: 'Published' })
    const archived = await createListing(db, agent, { ...words, title: 'Archived' })
    await publishListing(db, agent, published.id)
    await archiveListing(db, agent, archived.id)
    expect(await titles(db, agent, { state: 'draft' })).toEqual(['12 Rata Street'])
    expect(await titles(db, agent, { state: 'published' })).toEqual(['Published'])
    expect(await titles(db, agent, { state: 'archived' })).toEqual(['Archived'])
    expect((await titles(db, agent, {})).sort()).toEqual(['12 Rata Street', 'Published'])
    expect(await countListings(db, agent)).toEqual({ draft: 1, published: 1, archived: 1 })
  })

  test('has a listing that was archived and restored in its old position', async () => {
    const { db, agent } = await twoAgents()
    const second = await createListing(db, agent, { ...words, title: 'Second' })
    await createListing(db, agent, { ...words, title: 'First' })
    await archiveListing(db, agent, second.id)
    expect(await titles(db, agent, {})).toEqual(['First', '12 Rata Street'])
    await restoreListing(db, agent, second.id)
    expect(await titles(db, agent, {})).toEqual(['First', 'Second', '12 Rata Street'])
  })

  test('threat 66: a cursor by title with characters that cannot be stored is refused', async () => {
    const { db, agent } = await twoAgents()
    const cursor = Buffer.from(JSON.stringify(['title', 'a\0', 'list_1'])).toString('base64url')
    await expect(listListings(db, agent, ask({ sort: 'title', cursor }))).rejects.toMatchObject({ status: 400 })
  })

  test('threat 24: a forged cursor, limit or order is refused', async () => {
    const { db, agent } = await twoAgents()
    for (const bad of [{ limit: -1 }, { limit: 0 }, { limit: 101 }, { limit: 1.5 }, { sort: 'userId' }, { state: 'x' }])
      expect(ListListingsInput.safeParse(bad).success).toBe(false)
    const forge = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = [
      'x',
      '',
      forge(null),
      forge(['changed', 'now()', 'list_1']),
      forge(['changed', '2026-02-30 00:00:00+00', 'list_1']),
      forge(['changed', '99999999999999999', 'list_1']),
      forge(['title', 'a', 'list_1']),
      forge(['changed', '1767225600000000', "'; drop table listing"]),
    ]
    for (const cursor of forged)
      await expect(listListings(db, agent, ask({ cursor }))).rejects.toMatchObject({
        status: 400,
        fields: { cursor: expect.any(String) },
      })
  })
})

import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { listing as listingTable } from '#db/schema/listings.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { createListing as createDraft, createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { freshDatabase } from '../../../../test/support/database.ts'
import { emptyDescription } from '../description/description.schema.ts'
import { archiveListing, createListing, publishListing, unpublishListing } from './listings.server.ts'
import { findLiveExample, requireGoneListing, requirePublicListing } from './publicListings.server.ts'

test('the live example is the configured listing while it is published', async () => {
  const { db } = await freshDatabase()
  const agent = await createAgent(db)
  const { id, slug } = await createListing(db, agent, {
    title: '12 Rata Street',
    subtitle: '3 bed · 1 bath',
    description: emptyDescription,
  })
  const find = () => findLiveExample(db, { LIVE_EXAMPLE: slug })

  expect(await find()).toBeNull()
  await publishListing(db, agent, id)
  expect(await find()).toBe('/listings/12-rata-street')
  await unpublishListing(db, agent, id)
  expect(await find()).toBeNull()
  await publishListing(db, agent, id)
  await archiveListing(db, agent, id)
  expect(await find()).toBeNull()
})

test('there is no live example unless one is configured', async () => {
  const { db } = await freshDatabase()
  expect(await findLiveExample(db, { LIVE_EXAMPLE: undefined })).toBeNull()
})

describe('a listing that is not public any more', () => {
  const sold = { status: 'sold', soldOn: '2026-11-03', soldPrice: null } as const

  async function goneListing(fields: Partial<typeof listingTable.$inferInsert> = {}) {
    const { db } = await freshDatabase()
    const agent = await createAgent(db)
    return { db, agent, gone: await createPublishedListing(db, { agent, ...fields }) }
  }

  test.each([
    ['unpublished', { publishedAt: null, firstPublishedAt: new Date() }, null],
    ['archived', { archivedAt: new Date() }, null],
    ['withdrawn', { status: 'withdrawn' }, null],
    ['sold', sold, 'Sold on 3 November 2026'],
    [
      'sold for a price that the agent entered',
      { ...sold, soldPrice: 1_250_000 },
      'Sold on 3 November 2026 for $1,250,000',
    ],
    ['sold on a day that is not known', { ...sold, soldOn: null }, 'Sold'],
  ] as const)('is gone, with no reason but a sale: %s', async (_, fields, reason) => {
    const { db, gone } = await goneListing(fields)
    for (const link of [gone.id, gone.slug]) {
      await expect(requirePublicListing(db, link)).rejects.toMatchObject({ status: 410, name: 'ListingGone' })
      expect(await requireGoneListing(db, link)).toEqual({
        ...{ id: gone.id, title: gone.title, sold: reason, others: [] },
        brand: null,
      })
    }
  })

  test('names up to six other public listings of the same agent, the newest first, with their covers', async () => {
    const { db, agent, gone } = await goneListing({ archivedAt: new Date() })
    const newest = await createPublishedListing(db, {
      agent,
      title: 'Newest',
      publishedAt: new Date(Date.now() + 1000),
    })
    const photo = { agent, listingId: newest.id, type: 'image', contentType: 'image/webp' } as const
    await createFile(db, { ...photo, rank: 1 })
    const cover = await createFile(db, { ...photo, rank: 2 })
    await db.update(listingTable).set({ coverFileId: cover.id }).where(eq(listingTable.id, newest.id))
    for (let n = 0; n < 6; n += 1) await createPublishedListing(db, { agent, title: `House ${n}` })
    await createDraft(db, { agent, title: 'Draft', publishedAt: null })
    await createPublishedListing(db, { agent, title: 'Sold', ...sold })
    await createPublishedListing(db, { title: 'Of another agent' })
    const { others } = await requireGoneListing(db, gone.id)
    expect(others).toHaveLength(6)
    expect(others[0]).toMatchObject({ title: 'Newest', slug: newest.slug, cover: { id: cover.id } })
    for (const { title, cover: none } of others.slice(1)) {
      expect(title).toMatch(/^House/)
      expect(none).toBeNull()
    }
  })

  test('threat 106: one that never was public is as if it did not exist', async () => {
    const { db, agent } = await goneListing()
    const draft = await createDraft(db, { agent })
    const archived = await createDraft(db, { agent, archivedAt: new Date() })
    for (const link of [draft.id, draft.slug, archived.id, archived.slug, 'no-such-link', '']) {
      await expect(requirePublicListing(db, link)).rejects.toMatchObject({ status: 404 })
      await expect(requireGoneListing(db, link)).rejects.toMatchObject({ status: 404 })
    }
  })

  test('is told of by no page while it is public', async () => {
    const { db, gone } = await goneListing({ status: 'under_offer' })
    expect(await requirePublicListing(db, gone.slug)).toMatchObject({ id: gone.id, facts: { status: 'under_offer' } })
    await expect(requireGoneListing(db, gone.slug)).rejects.toMatchObject({ status: 404 })
  })
})

import { eq } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { profile } from '#db/schema/accounts.ts'
import { file } from '#db/schema/files.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { recordListingShare } from '#features/listings/server/listings.server.ts'
import { completeContactCard, createAgent } from '../../../../test/fixtures/agents.ts'
import { createEvent } from '../../../../test/fixtures/events.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { createDatabase } from '../../../../test/support/database.ts'
import { DashboardInput } from '../analytics.schema.ts'
import { readDashboard } from './dashboard.server.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let agent: Awaited<ReturnType<typeof createAgent>>
beforeEach(async () => {
  database = await createDatabase()
  onTestFinished(database.drop)
  agent = await createAgent(database.db)
})

const read = (whose = agent) => readDashboard(database.db, whose, DashboardInput.parse({}))
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000)

test('a new agent’s first steps are tracked', async () => {
  const { db } = database
  const steps = async () => (await read()).firstSteps
  expect(await read()).toMatchObject({ newLeads: [], topListings: [], attention: [], views: { now: 0, before: 0 } })
  expect(await steps()).toMatchObject({ hasListing: false, hasFiles: false, isPublished: false, isSeen: false })
  const { id: listingId } = await createPublishedListing(db, { agent })
  await db.update(listing).set({ publishedAt: null })
  expect(await steps()).toMatchObject({ hasListing: true, hasFiles: false, isPublished: false, isSeen: false })
  await createFile(db, { agent, listingId, name: 'LIM report' })
  await db.update(listing).set({ publishedAt: new Date() })
  expect(await steps()).toMatchObject({ hasListing: true, hasFiles: true, isPublished: true, isSeen: false })
  expect(await steps()).toMatchObject({ hasContactCard: false, isShared: false })
  await completeContactCard(db, agent.id)
  await recordListingShare(db, agent, listingId)
  expect(await steps()).toMatchObject({ hasContactCard: true, isShared: true, isSeen: false })
  await createEvent(db, { event: 'listing_view', listingId })
  expect(await steps()).toMatchObject({ hasListing: true, hasFiles: true, isPublished: true, isSeen: true })
  expect((await read(await createAgent(db))).firstSteps).toMatchObject({ hasListing: false, isSeen: false })
})

test('leads to reply to need attention at once, drafts after a day', async () => {
  const { db } = database
  const attention = async () => (await read()).attention
  const { id: listingId } = await createPublishedListing(db, { agent, title: 'Rata' })
  await createFile(db, { agent, name: 'Photo', listingId, type: 'image' })
  const { id: draft } = await createPublishedListing(db, { agent, title: 'Draft' })
  await db.update(listing).set({ publishedAt: null }).where(eq(listing.id, draft))
  const { id: leadId } = await createLead(db, { listingId })
  expect(await attention()).toEqual([{ kind: 'leads to reply to', count: 1 }])

  await db
    .update(listing)
    .set({ createdAt: daysAgo(2) })
    .where(eq(listing.id, draft))
  await db.update(lead).set({ createdAt: daysAgo(2) })
  await db.update(file).set({ archivedAt: new Date() })
  await createFile(db, { agent, name: 'Odd.pdf', listingId, state: 'failed' })
  await createFile(db, { agent, name: 'Old.pdf', state: 'failed', createdAt: daysAgo(3) })
  expect(await attention()).toEqual([
    { kind: 'leads to reply to', count: 1 },
    { kind: 'failed uploads', count: 2, listingId, fileName: 'Odd.pdf' },
    { kind: 'without photos', count: 1, listingId, title: 'Rata' },
    { kind: 'drafts', count: 1, listingId: draft, title: 'Draft' },
  ])

  await db.update(lead).set({ status: 'contacted' }).where(eq(lead.id, leadId))
  await db.update(file).set({ state: 'ready' })
  await db.update(listing).set({ archivedAt: new Date() })
  expect(await attention()).toEqual([])
})

test('documents of published listings need attention once they are older than their type should be', async () => {
  const { db } = database
  const old = async () => (await read()).attention.find(({ kind }) => kind === 'old documents')
  const { id: listingId } = await createPublishedListing(db, { agent })
  const day = (days: number) => daysAgo(days).toISOString().slice(0, 10)
  const add = (name: string, kind: string, issuedOn: string | null, createdAt = daysAgo(0)) =>
    createFile(db, { agent, listingId, name, kind, issuedOn, createdAt })
  await add('Recent LIM', 'lim', day(80))
  await add('Old floor plan', 'floor_plan', day(5_000))
  expect(await old()).toBeUndefined()
  await add('Undated title', 'title', null, daysAgo(40))
  const lim = await add('Old LIM', 'lim', day(100))
  expect(await old()).toEqual({ kind: 'old documents', count: 2, listingId, fileName: 'Old LIM' })

  await db
    .insert(profile)
    .values({ userId: agent.id, validityDays: { lim: 180, title: 0, floor_plan: 365 } })
    .onConflictDoUpdate({ target: profile.userId, set: { validityDays: { lim: 180, title: 0, floor_plan: 365 } } })
  expect(await old()).toMatchObject({ count: 1, fileName: 'Old floor plan' })
  await db.update(profile).set({ validityDays: {} }).where(eq(profile.userId, agent.id))
  await db.update(file).set({ archivedAt: new Date() }).where(eq(file.id, lim.id))
  expect(await old()).toMatchObject({ count: 1, fileName: 'Undated title' })
  await db.update(listing).set({ publishedAt: null }).where(eq(listing.id, listingId))
  expect(await old()).toBeUndefined()
})

test('the dashboard shows the latest five new leads and the five most-viewed listings of this agent', async () => {
  const { db } = database
  const otherAgent = await createAgent(db)
  await createLead(db, { listingId: (await createPublishedListing(db, { agent: otherAgent, title: 'Another’s' })).id })
  for (let n = 1; n <= 8; n++) {
    const { id: listingId } = await createPublishedListing(db, { agent, title: `House ${n}` })
    const { id: leadId } = await createLead(db, { listingId, firstName: `Buyer ${n}`, createdAt: daysAgo(8 - n) })
    const { id: fileId } = await createFile(db, { agent, listingId, name: 'LIM report' })
    for (let look = 0; look < n; look++) {
      const isUnique = look === 0
      await createEvent(db, { event: 'listing_view', listingId, isUnique, createdAt: daysAgo(look) })
      await createEvent(db, { event: 'file_view', listingId, leadId, fileId })
    }
  }
  await db.update(lead).set({ archivedAt: new Date() }).where(eq(lead.firstName, 'Buyer 7'))
  await db.update(lead).set({ status: 'closed' }).where(eq(lead.firstName, 'Buyer 6'))
  // Needs a reply again, but is not new.
  const isDue = { nextAction: 'Ring', nextActionAt: daysAgo(1) }
  await db
    .update(lead)
    .set({ status: 'contacted', ...isDue })
    .where(eq(lead.firstName, 'Buyer 3'))
  const { newLeads, topListings } = await read()
  expect(newLeads.map(({ firstName }) => firstName)).toEqual([8, 5, 4, 2, 1].map((n) => `Buyer ${n}`))
  expect(newLeads[0]).toMatchObject({ listingTitle: 'House 8', openedFiles: 1, status: 'new' })
  expect(topListings.map(({ title }) => title)).toEqual([8, 7, 6, 5, 4].map((n) => `House ${n}`))
  expect(topListings[0]).toMatchObject({ views: 8, visitors: 1, leads: 1 })
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ListingKey, listing, openHome } from '#db/schema/listings.ts'
import { checkIn } from '#db/schema/openHomeVisits.ts'
import { vendorLink } from '#db/schema/vendors.ts'
import { AnalyticsInput } from '#features/analytics/analytics.schema.ts'
import { readViewsByChannel } from '#features/analytics/server/readBreakdowns.server.ts'
import { readReadingTime } from '#features/analytics/server/readingTime.server.ts'
import { readViews } from '#features/analytics/server/viewsAndEngagement.server.ts'
import { signText } from '#platform/secrets/signedText.server.ts'
import { addDays, todayIn } from '#ui/format/dates.ts'
import { DAY_MS } from '#values/time.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createChannel } from '../../../../test/fixtures/channels.ts'
import { createEvents, newIpAddress } from '../../../../test/fixtures/events.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { createReadingSum } from '../../../../test/fixtures/readings.ts'
import { createVendor } from '../../../../test/fixtures/vendors.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { signVendorKey, vendorLinkUrl } from './vendorKey.server.ts'
import { readVendorPage, recordVendorVisit } from './vendorPage.server.ts'
import { readVendorReport } from './vendorReport.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices([])
})
afterAll(() => opened.close())

const today = todayIn('Pacific/Auckland')
/** Noon in New Zealand, so many days ago. */
const daysAgo = (days: number) => new Date(Date.parse(`${addDays(today, -days)}T00:00:00Z`))

const DAYS = 20
const CANARIES = ['Canary', 'canary@secret.example', 'Canarytown']

/** A listing with twenty busy days, and buyers with a name, an email address and a place that must not be found anywhere. */
async function createCampaign({ perDay = 6 } = {}) {
  const { db } = opened.database
  const agent = await createAgent(db, { firstName: 'Mia', lastName: 'Chen' })
  const created = await createPublishedListing(db, {
    ...{ agent, publishedAt: daysAgo(DAYS), firstPublishedAt: daysAgo(DAYS), propertyType: 'house' },
  })
  const poster = await createChannel(db, { listingId: created.id, kind: 'poster', name: '' })
  const own = await createChannel(db, { listingId: created.id, kind: 'own', name: 'For Mrs Canary' })
  const view = { event: 'listing_view', listingId: created.id, userId: agent.id, city: 'Canarytown', isUnique: true }
  const visits = Array.from({ length: DAYS }, (_, index) => index + 1).flatMap((ago) =>
    [undefined, poster, own].flatMap((link) =>
      Array.from({ length: perDay }, () => ({
        ...view,
        createdAt: daysAgo(ago),
        ...(link && { channelId: link.id, channelKind: link.kind }),
      })),
    ),
  )
  await createEvents(db, visits)
  for (const ago of [1, 2, 3, 4, 5, 8, 9, 10, 11, 12])
    await createLead(db, {
      listingId: created.id,
      ...{ firstName: 'Canary', lastName: `Canary${ago}`, email: `${ago}canary@secret.example` },
      createdAt: daysAgo(ago),
    })
  const read = await createFile(db, { agent, listingId: created.id, name: 'Building report', pageCount: 4 })
  await createReadingSum(db, { fileId: read.id, pageSeconds: [600, 1_900, 700, 60], pageReaders: [7, 7, 5, 2] })
  const few = await createFile(db, { agent, listingId: created.id, name: 'Offer of Canary', pageCount: 2 })
  await createReadingSum(db, { fileId: few.id, pageSeconds: [90, 80], pageReaders: [4, 1] })
  return { agent, listing: created, poster }
}

const report = (about: ListingKey) => readVendorReport(opened.database.db, about)

describe('the numbers of a report', () => {
  test('are those of the agent’s analytics for the same days, in total, by day and by link', async () => {
    const { agent, listing: own } = await createCampaign()
    const { db } = opened.database
    const found = await report(own)
    for (const part of ['week', 'weekBefore', 'total'] as const) {
      const [views, visitors, enquiries] = [found.figures.views, found.figures.visitors, found.figures.enquiries].map(
        (figure) => figure[part],
      )
      const analytics = async (span: { from: string; to: string } | null | undefined) =>
        readViews(
          db,
          agent,
          AnalyticsInput.parse({ listingId: own.id, range: 'custom', from: span?.from, to: span?.to }),
        )
      expect(views?.count).toBe((await analytics(views)).views.now)
      expect(visitors?.count).toBe((await analytics(visitors)).visitors.now)
      const { days } = await analytics(enquiries)
      expect(enquiries?.count).toBe(days.reduce((sum, { leads }) => sum + leads, 0))
      if (part === 'week') {
        expect(found.days?.bars.slice(-7).map((bar) => [bar.to, bar.views])).toEqual(
          (await analytics(views)).days.map((day) => [day.day, day.views]),
        )
      }
    }
    expect(found.figures.enquiries.week?.count).toBe(5)
    const { channels } = await readViewsByChannel(
      db,
      agent,
      AnalyticsInput.parse({ listingId: own.id, range: 'custom', from: found.publishedOn, to: found.countedTo }),
    )
    expect(found.channels.map(({ channel, views, visitors }) => [channel, views, visitors]).sort()).toEqual(
      channels.map(({ kind, views, visitors }) => [kind ?? 'direct', views, visitors]).sort(),
    )
    const reading = await readReadingTime(db, agent, AnalyticsInput.parse({ listingId: own.id }))
    const read = reading.documents.find(({ name }) => name === 'Building report')
    expect([read?.seconds, read?.readers]).toEqual([3_260, 7])
    expect(found.documents).toEqual([
      { name: 'Building report', readers: 5, seconds: 3_000, pages: [0.3, 1, 0.4, null], mostReadTo: 3 },
    ])
    expect(found.otherDocuments).toBe(1)
  })

  test('threat 198: stay unsaid where fewer than five people are behind them, and today is not counted', async () => {
    const { db } = opened.database
    const quiet = await createPublishedListing(db, { publishedAt: daysAgo(9), firstPublishedAt: daysAgo(9) })
    await createEvents(
      db,
      [1, 1, 2, 5, 0, 0, 0].map((ago) => ({
        ...{ event: 'listing_view', listingId: quiet.id, userId: quiet.userId, isUnique: true },
        createdAt: daysAgo(ago),
      })),
    )
    await createLead(db, { listingId: quiet.id, createdAt: daysAgo(2) })
    const ended = { listingId: quiet.id, startsAt: daysAgo(3), endsAt: new Date(daysAgo(3).getTime() + 3_600_000) }
    const [home] = await db.insert(openHome).values(ended).returning()
    const visit = { agencyId: quiet.agencyId, listingId: quiet.id, openHomeId: home?.id ?? '', arrivedAt: daysAgo(3) }
    await db.insert(checkIn).values([
      { ...visit, id: 'check-1', visitors: 4, source: 'door' },
      { ...visit, id: 'check-2', visitors: 9, source: 'door', removedAt: new Date() },
    ])
    const found = await report(quiet)
    const unsaid = { week: null, weekBefore: null, total: null }
    expect(found.figures).toEqual({ views: unsaid, visitors: unsaid, enquiries: unsaid, openHomeVisitors: null })
    expect([found.days?.bars, found.channels, found.openHomes[0]?.visitors]).toEqual([[], [], null])
    await db.insert(checkIn).values({ ...visit, id: 'check-3', visitors: 3, source: 'agent' })
    expect((await report(quiet)).openHomes[0]?.visitors).toBe(7)
  })

  test('are compared with at least five similar listings of the agency over as many days, and with none otherwise', async () => {
    const { db } = opened.database
    const { agent, listing: own } = await createCampaign()
    const similar = async (index: number) => {
      const published = daysAgo(40 + index)
      const other = await createPublishedListing(db, {
        ...{ agent, publishedAt: published, firstPublishedAt: published, propertyType: 'house' },
      })
      const at = (days: number) => new Date(published.getTime() + days * DAY_MS)
      const view = { event: 'listing_view', listingId: other.id, userId: agent.id, isUnique: true }
      // The last ones are of later days than this campaign has had.
      await createEvents(db, [
        ...Array.from({ length: 20 + 10 * index }, () => ({ ...view, createdAt: at(3) })),
        ...Array.from({ length: 50 }, () => ({ ...view, createdAt: at(30) })),
      ])
    }
    for (const index of [1, 2, 3, 4]) await similar(index)
    expect((await report(own)).comparison).toBeNull()
    await similar(5)
    expect((await report(own)).comparison).toEqual({
      alike: { by: 'type', propertyType: 'house' },
      listings: 5,
      typical: { views: 50, visitors: 50, enquiries: null },
    })
  })
})

describe('a private link', () => {
  test('threat 197: shows exactly what a vendor is meant to see, and nothing of a buyer', async () => {
    const { db } = opened.database
    const { listing: own } = await createCampaign()
    const link = await createVendor(db, {
      listingId: own.id,
      name: 'Ruth',
      email: 'ruth@example.nz',
      report: { words: 'A good week.' },
    })
    await createVendor(db, { listingId: own.id, name: 'Dave of the trust', email: 'dave@example.nz' })
    const key = signVendorKey(opened.services.env.APP_SECRET, link.id)
    const page = await readVendorPage(opened.services, key, newIpAddress())
    const text = JSON.stringify(page)
    for (const secret of [...CANARIES, 'Ruth', 'Dave', 'ruth@', own.id, own.agencyId, link.id])
      expect(text).not.toContain(secret)
    expect(keysOf(page)).toMatchInlineSnapshot(`
      {
        "agent": {
          "accent": "",
          "agencyName": "",
          "callLink": "",
          "email": "",
          "firstName": "",
          "lastName": "",
          "licenceLine": "",
          "phone": "",
          "photoUrl": "",
          "tagline": "",
        },
        "brand": "",
        "cover": "",
        "report": {
          "channels": [
            {
              "channel": "",
              "enquiries": "",
              "views": "",
              "visitors": "",
            },
          ],
          "comparison": "",
          "countedTo": "",
          "days": {
            "bars": [
              {
                "from": "",
                "to": "",
                "views": "",
                "visitors": "",
              },
            ],
            "span": {
              "from": "",
              "to": "",
            },
            "spanBefore": {
              "from": "",
              "to": "",
            },
          },
          "documents": [
            {
              "mostReadTo": "",
              "name": "",
              "pages": [
                "",
              ],
              "readers": "",
              "seconds": "",
            },
          ],
          "figures": {
            "enquiries": {
              "total": {
                "count": "",
                "from": "",
                "to": "",
              },
              "week": {
                "count": "",
                "from": "",
                "to": "",
              },
              "weekBefore": {
                "count": "",
                "from": "",
                "to": "",
              },
            },
            "openHomeVisitors": "",
            "views": {
              "total": {
                "count": "",
                "from": "",
                "to": "",
              },
              "week": {
                "count": "",
                "from": "",
                "to": "",
              },
              "weekBefore": {
                "count": "",
                "from": "",
                "to": "",
              },
            },
            "visitors": {
              "total": {
                "count": "",
                "from": "",
                "to": "",
              },
              "week": {
                "count": "",
                "from": "",
                "to": "",
              },
              "weekBefore": {
                "count": "",
                "from": "",
                "to": "",
              },
            },
          },
          "listing": {
            "address": "",
            "state": "",
            "title": "",
          },
          "next": [],
          "openHomes": [],
          "otherDocuments": "",
          "publishedOn": "",
          "timeZone": "",
          "words": "",
          "wordsAt": "",
        },
        "slug": "",
      }
    `)
  })

  test('threat 196: that is forged, cut off, revoked or another purpose’s is not found, and trying keys is limited', async () => {
    const { db } = opened.database
    const { env } = opened.services
    const own = await createPublishedListing(db)
    const link = await createVendor(db, { listingId: own.id })
    const key = new URL(vendorLinkUrl(env, link.id)).searchParams.get('key') ?? ''
    expect((await readVendorPage(opened.services, key, newIpAddress())).report.listing.title).toBe(own.title)
    const wrong = [
      key.slice(0, -1),
      `${link.id}.`,
      link.id,
      key.replace('vend_', 'vend_0'),
      signText(env.APP_SECRET, 'lead link', link.id),
    ]
    for (const one of wrong)
      await expect(readVendorPage(opened.services, one, newIpAddress())).rejects.toMatchObject({ status: 404 })
    await db.update(vendorLink).set({ revokedAt: new Date() }).where(eq(vendorLink.id, link.id))
    await expect(readVendorPage(opened.services, key, newIpAddress())).rejects.toMatchObject({ status: 404 })
    await expect(recordVendorVisit(opened.services, key, newIpAddress(), undefined)).rejects.toMatchObject({
      status: 404,
    })
    const guesser = newIpAddress()
    const tries = Array.from({ length: 31 }, () =>
      readVendorPage(opened.services, 'vend_guess.wrong', guesser).catch((error: { status: number }) => error.status),
    )
    expect((await Promise.all(tries)).sort().slice(-1)).toEqual([429])
  })

  test('threat 199: opens the report of its own listing alone, and still does when that is sold or archived', async () => {
    const { db } = opened.database
    const { agent, listing: own } = await createCampaign()
    const other = await createPublishedListing(db, { agent, title: '9 Other Road' })
    const link = await createVendor(db, { listingId: own.id })
    const key = signVendorKey(opened.services.env.APP_SECRET, link.id)
    const page = () => readVendorPage(opened.services, key, newIpAddress())
    expect(JSON.stringify(await page())).not.toContain(other.title)
    await db.update(listing).set({ status: 'sold' }).where(eq(listing.id, own.id))
    const sold = await page()
    expect([sold.report.listing.state, sold.slug, sold.cover]).toEqual(['sold', null, null])
    expect(sold.report.figures.views.total?.count).toBe(360)
    await db.update(listing).set({ status: 'available', archivedAt: new Date() }).where(eq(listing.id, own.id))
    expect((await page()).report.listing.state).toBe('archived')
  })

  test('is recorded as opened once for each day, and not by the agency’s own people', async () => {
    const { db } = opened.database
    const own = await createPublishedListing(db)
    const link = await createVendor(db, { listingId: own.id })
    const key = signVendorKey(opened.services.env.APP_SECRET, link.id)
    const stored = async () => (await db.select().from(vendorLink).where(eq(vendorLink.id, link.id)))[0]
    const visit = (agencyId?: string) => recordVendorVisit(opened.services, key, newIpAddress(), agencyId)
    await readVendorPage(opened.services, key, newIpAddress())
    await visit(own.agencyId)
    expect(await stored()).toMatchObject({ opens: 0, firstOpenedAt: null })
    await visit()
    await visit('agcy_other')
    expect(await stored()).toMatchObject({ opens: 1, firstOpenedAt: expect.any(Date), lastOpenedAt: expect.any(Date) })
    await db
      .update(vendorLink)
      .set({ lastOpenedAt: daysAgo(2) })
      .where(eq(vendorLink.id, link.id))
    await visit()
    expect((await stored())?.opens).toBe(2)
  })
})

/** The names of everything in an answer, without its values. */
function keysOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? [keysOf(value[0])] : []
  if (value === null || typeof value !== 'object' || value instanceof Date) return ''
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, keysOf(one)]))
}

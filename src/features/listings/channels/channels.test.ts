import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { event } from '#db/schema/events.ts'
import { channel, listing } from '#db/schema/listings.ts'
import { MAX_CAMPAIGNS_PER_DAY, recordEvents } from '#platform/events/recordEvents.server.ts'
import { todayIn } from '#ui/format/dates.ts'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createChannel } from '../../../../test/fixtures/channels.ts'
import { newIpAddress } from '../../../../test/fixtures/events.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createListing, createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { MAX_OWN_LINKS } from './channels.schema.ts'
import { addLink, archiveLink, listLinks, renameLink } from './channels.server.ts'
import { followShortLink } from './followShortLink.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())

const database = () => opened.services.database.db
const APP = 'https://files.example.nz'

describe('the links of a listing', () => {
  test('are there for each place when somebody first looks, and stay the same', async () => {
    const db = database()
    const agent = await createAgent(db)
    const { id } = await createListing(db, { agent })
    const [links, again] = await Promise.all([listLinks(db, agent, id, APP), listLinks(db, agent, id, APP)])
    expect(links.map(({ kind }) => kind)).toEqual(['portal', 'poster', 'window', 'signature', 'social'])
    expect(again).toEqual(links)
    for (const { url } of links) expect(url).toMatch(/^https:\/\/files\.example\.nz\/l\/[0-9a-z]{8}$/)
    expect(new Set(links.map(({ url }) => url)).size).toBe(5)
  })

  test('can have names of their own, which can be changed and archived', async () => {
    const db = database()
    const agent = await createAgent(db)
    const { id: listingId } = await createListing(db, { agent })
    const { id } = await addLink(db, agent, { listingId, name: 'Flyer' })
    await expect(addLink(db, agent, { listingId, name: 'Flyer' })).rejects.toMatchObject({
      fields: { name: 'This listing has a link with this name already' },
    })
    await renameLink(db, agent, { id, name: 'Letterbox flyer' })
    await archiveLink(db, agent, { id, isArchived: true })
    const ofOwn = async () => (await listLinks(db, agent, listingId, APP)).find((link) => link.id === id)
    expect(await ofOwn()).toMatchObject({ name: 'Letterbox flyer', kind: 'own', isArchived: true })
    await archiveLink(db, agent, { id, isArchived: false })
    expect(await ofOwn()).toMatchObject({ isArchived: false })
  })

  test('are limited in number', async () => {
    const db = database()
    const agent = await createAgent(db)
    const { id: listingId } = await createListing(db, { agent })
    for (let nth = 0; nth < MAX_OWN_LINKS; nth += 1) await createChannel(db, { listingId, name: `Flyer ${nth}` })
    await expect(addLink(db, agent, { listingId, name: 'One more' })).rejects.toMatchObject({ status: 400 })
  })

  test('have their views and leads, and a code of another listing counts as direct', async () => {
    const db = database()
    const agent = await createAgent(db)
    const { id: listingId } = await createPublishedListing(db, { agent })
    const flyer = await createChannel(db, { listingId })
    const elsewhere = await createChannel(db, { listingId: (await createListing(db, { agent })).id })
    const view = { event: 'listing_view' as const, listingId }
    await recordEvents(db, [
      { ...view, channelCode: flyer.code },
      { ...view, channelCode: flyer.code },
      { ...view, channelCode: elsewhere.code },
      { ...view, channelCode: 'made-up' },
      { ...view, event: 'lead_created', channelCode: flyer.code },
      view,
    ])
    const links = await listLinks(db, agent, listingId, APP)
    expect(links.filter(({ views }) => views > 0)).toMatchObject([{ id: flyer.id, views: 2, leads: 1 }])
    expect(await db.$count(event, sql`${event.listingId} = ${listingId} and ${event.channelId} is null`)).toBe(3)
  })

  test('what a lead opens belongs to the link by which they came', async () => {
    const db = database()
    const agent = await createAgent(db)
    const { id: listingId } = await createPublishedListing(db, { agent })
    const [flyer, other] = [await createChannel(db, { listingId }), await createChannel(db, { listingId, name: 'Ad' })]
    const { id: leadId } = await createLead(db, { listingId, channelId: flyer.id })
    const { id: fileId } = await createFile(db, { agent, listingId })
    await recordEvents(db, [{ event: 'file_view', listingId, leadId, fileId, channelCode: other.code }])
    const [opened] = await db.select().from(event).where(eq(event.fileId, fileId))
    expect(opened).toMatchObject({ channelId: flyer.id, channelKind: 'own' })
  })
})

describe('campaigns', () => {
  test('threat 188: invented ones beyond the limit of a day are counted together', async () => {
    const db = database()
    const { id: listingId } = await createPublishedListing(db)
    const view = { event: 'listing_view' as const, listingId, localDay: todayIn(DEFAULT_TIME_ZONE) }
    const visit = (nth: number) => ({ ...view, utmSource: `source ${nth}` })
    const batch = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => visit(from + index))
    await recordEvents(db, batch(0, MAX_CAMPAIGNS_PER_DAY - 5))
    await recordEvents(db, batch(MAX_CAMPAIGNS_PER_DAY - 10, MAX_CAMPAIGNS_PER_DAY + 20))
    await recordEvents(db, [visit(0), visit(9_999)])
    const rows = await db
      .select({ source: event.utmSource, n: sql<number>`count(*)::int` })
      .from(event)
      .where(eq(event.listingId, listingId))
      .groupBy(event.utmSource)
    expect(rows).toHaveLength(MAX_CAMPAIGNS_PER_DAY + 1)
    expect(rows.find(({ source }) => source === '(other)')?.n).toBe(21)
    expect(rows.find(({ source }) => source === 'source 0')?.n).toBe(2)
  })
})

describe('a short link', () => {
  const follow = (code: string, { query = '', from = newIpAddress() } = {}) =>
    followShortLink(opened.services, code, from, `${APP}/l/${code}${query}`)

  test('threat 186: leads to the listing’s current address, with its code in the fragment alone', async () => {
    const db = database()
    const { id, slug } = await createPublishedListing(db)
    const { code } = await createChannel(db, { listingId: id })
    expect(await follow(code)).toBe(`${APP}/listings/${slug}#from=${code}`)
    await db
      .update(listing)
      .set({ slug: `${slug}-new` })
      .where(eq(listing.id, id))
    await db.update(channel).set({ archivedAt: new Date() }).where(eq(channel.code, code))
    expect(await follow(code, { query: '?utm_source=flyer%0d%0aset-cookie:x' })).toBe(
      `${APP}/listings/${slug}-new#from=${code}&utm_source=flyer%0D%0Aset-cookie%3Ax`,
    )
  })

  test('threat 187: nothing in the request changes its destination', async () => {
    const db = database()
    const { id, slug } = await createPublishedListing(db)
    const { code } = await createChannel(db, { listingId: id })
    for (const query of [
      '?url=https://evil.example',
      '?next=//evil.example',
      '?utm_source=//evil.example#@evil.example',
    ])
      expect(new URL(await follow(code, { query })).origin + new URL(await follow(code, { query })).pathname).toBe(
        `${APP}/listings/${slug}`,
      )
    for (const odd of ['//evil.example', '..%2f', `${code}/`, `${code}\u0000`, code.toUpperCase(), 'x'.repeat(5_000)])
      await expect(follow(odd), odd).rejects.toMatchObject({ status: 404 })
  })

  test('of a draft is not found, like one that does not exist, and of a listing that was public leads to its page', async () => {
    const db = database()
    const { id } = await createListing(db)
    const { code } = await createChannel(db, { listingId: id })
    const missing = await follow('zzzzzzzz').catch((error: unknown) => error)
    expect(await follow(code).catch((error: unknown) => error)).toEqual(missing)
    await db.update(listing).set({ firstPublishedAt: new Date(), archivedAt: new Date() }).where(eq(listing.id, id))
    expect(await follow(code)).toContain('/listings/')
  })

  test('threat 188: codes can’t be tried out: after 30 misses an address gets no answer, and others do', async () => {
    const { id } = await createPublishedListing(database())
    const { code } = await createChannel(database(), { listingId: id })
    const from = newIpAddress()
    for (let nth = 0; nth < 30; nth += 1)
      await expect(follow(`miss${nth}`, { from })).rejects.toMatchObject({ status: 404 })
    await expect(follow('miss30', { from })).rejects.toMatchObject({ status: 429 })
    await expect(follow(code, { from })).rejects.toMatchObject({ status: 429 })
    expect(await follow(code)).toContain('/listings/')
  })

  test('a whole open home can scan the poster from one address', async () => {
    const { id } = await createPublishedListing(database())
    const { code } = await createChannel(database(), { listingId: id })
    const from = newIpAddress()
    for (let nth = 0; nth < 50; nth += 1) expect(await follow(code, { from })).toContain(code)
  })
})

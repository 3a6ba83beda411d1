import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { listing, openHome } from '#db/schema/listings.ts'
import { createListing, createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { createOpenHome } from '../../../../test/fixtures/openHomes.ts'
import { useDeployedApp } from '../../../../test/support/processes/deployedApp.ts'

const parts = useDeployedApp()

const startsAt = new Date('2026-11-29T01:00:00Z')
const endsAt = new Date('2026-11-29T01:30:00Z')

async function listingWithOpenHome() {
  const { db } = parts.database
  const { id, slug } = await createPublishedListing(db, {
    title: 'Sunny villa; with, signs',
    streetNumber: '12',
    street: 'Rata Street',
    suburb: 'Karori',
    saleMethod: 'auction',
    saleAt: new Date('2026-12-05T00:00:00Z'),
  })
  const [visit] = await db
    .insert(openHome)
    .values({ listingId: id, startsAt, endsAt, note: 'Park on the street' })
    .returning()
  const fetchEntry = (entry: string) => fetch(`${parts.url}/listings/${slug}/calendar/${entry}`)
  return {
    ...{ db, id, slug, visitId: visit?.id ?? '', fetchEntry },
    readEntry: async (entry: string) => {
      const response = await fetchEntry(entry)
      expect(response.status).toBe(200)
      const calendar = new ICAL.Component(ICAL.parse(await response.text()))
      const events = calendar.getAllSubcomponents('vevent')
      expect(events).toHaveLength(1)
      const event = new ICAL.Event(events[0])
      return {
        event,
        headers: response.headers,
        status: event.component.getFirstPropertyValue('status'),
        startsAt: event.startDate.toJSDate(),
        endsAt: event.endDate.toJSDate(),
      }
    },
  }
}

describe('a buyer’s calendar', () => {
  test('gets an open home with its time, place, note and link', async () => {
    const { slug, visitId, readEntry } = await listingWithOpenHome()
    const { event, headers, ...read } = await readEntry(`${visitId}.ics`)
    expect(read).toEqual({ status: 'CONFIRMED', startsAt, endsAt })
    expect(event).toMatchObject({ summary: 'Open home: Sunny villa; with, signs', location: '12 Rata Street, Karori' })
    expect(event.description).toBe(`Park on the street\n\n${parts.url}/listings/${slug}`)
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(headers.get('content-disposition')).toContain(`${slug}.ics`)
  })

  test('replaces its entry when the open home changes or is cancelled: the same UID, a higher SEQUENCE', async () => {
    const { db, visitId, readEntry } = await listingWithOpenHome()
    const { event: first } = await readEntry(`${visitId}.ics`)
    const later = new Date('2026-11-29T02:00:00Z')
    await db.update(openHome).set({ endsAt: later, sequence: 1 }).where(eq(openHome.id, visitId))
    const changed = await readEntry(`${visitId}.ics`)
    expect(changed.endsAt).toEqual(later)
    await db.update(openHome).set({ cancelledAt: new Date() }).where(eq(openHome.id, visitId))
    const cancelled = await readEntry(`${visitId}.ics`)
    expect(cancelled.status).toBe('CANCELLED')
    expect([first, changed.event, cancelled.event].map(({ sequence }) => sequence)).toEqual([0, 1, 2])
    expect(new Set([first, changed.event, cancelled.event].map(({ uid }) => uid)).size).toBe(1)
  })

  test('gets the auction, or the end of a deadline', async () => {
    const { db, id, readEntry } = await listingWithOpenHome()
    const auction = await readEntry('sale.ics')
    expect(auction.event.summary).toBe('Auction: Sunny villa; with, signs')
    expect([auction.startsAt, auction.endsAt]).toEqual([
      new Date('2026-12-05T00:00:00Z'),
      new Date('2026-12-05T01:00:00Z'),
    ])
    await db.update(listing).set({ saleMethod: 'tender', saleSequence: 3 }).where(eq(listing.id, id))
    const tender = await readEntry('sale.ics')
    expect(tender.endsAt).toEqual(new Date('2026-12-05T00:00:00Z'))
    expect(tender.event).toMatchObject({
      uid: auction.event.uid,
      sequence: 3,
      summary: 'Tender closes: Sunny villa; with, signs',
    })
  })

  test('gets nothing from a listing that is not public, nor an entry that is not there', async () => {
    const { db, id, visitId, fetchEntry } = await listingWithOpenHome()
    const other = await listingWithOpenHome()
    for (const missing of ['', 'sale.txt', 'open_0000000000000000.ics', `${other.visitId}.ics`])
      expect((await fetchEntry(missing)).status).toBe(404)
    await db.update(listing).set({ saleAt: null }).where(eq(listing.id, id))
    expect((await fetchEntry('sale.ics')).status).toBe(404)
    await db.update(listing).set({ status: 'withdrawn' }).where(eq(listing.id, id))
    expect((await fetchEntry(`${visitId}.ics`)).status).toBe(410)
  })
})

describe('the calendar of a listing, to which a phone subscribes', () => {
  const read = async (response: Response) =>
    new ICAL.Component(ICAL.parse(await response.text())).getAllSubcomponents('vevent').map((component) => {
      const { uid, sequence, summary } = new ICAL.Event(component)
      return { uid, sequence, summary, status: component.getFirstPropertyValue('status') }
    })

  test('has each open home and the sale, as the downloads have them, and is read again cheaply', async () => {
    const { slug, visitId, readEntry } = await listingWithOpenHome()
    const url = `${parts.url}/listings/${slug}/calendar.ics`
    const response = await fetch(url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    const etag = response.headers.get('etag') ?? ''
    const events = await read(response)
    const downloaded = [await readEntry(`${visitId}.ics`), await readEntry('sale.ics')]
    expect(events.map(({ uid, sequence }) => ({ uid, sequence }))).toEqual(
      downloaded.map(({ event: { uid, sequence } }) => ({ uid, sequence })),
    )
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const page = await (await fetch(`${parts.url}/listings/${slug}`)).text()
    expect(page).toContain(`href="${url.replace('http:', 'webcal:')}"`)
  })

  test('changes what phones show when an open home moves, and cancels what was to come when the listing is gone', async () => {
    const { db, id, slug, visitId } = await listingWithOpenHome()
    const coming = await createOpenHome(db, { listingId: id, endsAt: new Date(Date.now() + 3_600_000) })
    const events = async () => {
      const all = await read(await fetch(`${parts.url}/listings/${slug}/calendar.ics`))
      return new Map(all.map((one) => [one.uid.split('@')[0] ?? '', one]))
    }
    expect((await events()).get(coming.id)).toMatchObject({ sequence: 0, status: 'CONFIRMED' })
    await db.update(openHome).set({ sequence: 1 }).where(eq(openHome.id, coming.id))
    expect((await events()).get(coming.id)).toMatchObject({ sequence: 1, status: 'CONFIRMED' })
    await db.update(listing).set({ status: 'sold' }).where(eq(listing.id, id))
    // What is planned from then on is nobody's business.
    const later = await createOpenHome(db, { listingId: id, endsAt: new Date(Date.now() + 3_600_000) })
    const gone = await events()
    expect(gone.get(coming.id)).toMatchObject({ sequence: 2, status: 'CANCELLED' })
    expect([...gone.keys()]).not.toContain(later.id)
    expect(gone.get(visitId)?.status).toBe('CANCELLED')
  })

  test('does not exist for a draft', async () => {
    const { slug } = await createListing(parts.database.db)
    expect((await fetch(`${parts.url}/listings/${slug}/calendar.ics`)).status).toBe(404)
  })
})

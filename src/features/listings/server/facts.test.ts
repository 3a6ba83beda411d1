import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { listing, openHome } from '#db/schema/listings.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { freshDatabase } from '../../../../test/support/database.ts'
import { emptyDescription } from '../description/description.schema.ts'
import { ListListingsInput, NewListing, UpdateListingInput } from '../listings.schema.ts'
import { createListing, duplicateListing, publishListing, requireListing, updateListing } from './listings.server.ts'
import { listListings } from './listListings.server.ts'
import { requirePublicListing } from './publicListings.server.ts'

const texts = { title: '', subtitle: '', description: emptyDescription }
const address = {
  unit: '2',
  streetNumber: '12',
  street: 'Rata Street',
  suburb: 'Karori',
  city: 'Wellington',
  region: 'Wellington',
  postcode: '6012',
  country: 'NZ',
} as const
const facts = {
  ...address,
  propertyType: 'townhouse',
  bedrooms: 3,
  bathrooms: 1,
  parking: 2,
  floorArea: 142.5,
  landArea: 640,
  landAreaUnit: 'm2',
  titleType: 'freehold',
  saleMethod: 'auction',
  price: null,
  priceText: 'Unless sold prior',
  saleAt: '2026-12-05T00:00:00Z',
  status: 'available',
  soldOn: null,
  soldPrice: null,
  isShownByAppointment: true,
} as const
const openHomeAt = (startsAt: string, note = '') => ({
  startsAt,
  endsAt: new Date(Date.parse(startsAt) + 30 * 60_000).toISOString(),
  note,
})
const sunday = openHomeAt('2026-11-29T01:00:00Z', 'Parking on the street')
const nextSunday = openHomeAt('2026-12-06T01:00:00Z')

async function newListing(input: object = {}) {
  const { db } = await freshDatabase()
  const agent = await createAgent(db)
  const created = await createListing(db, agent, NewListing.parse({ ...texts, ...input }))
  return {
    db,
    agent,
    id: created.id,
    created,
    save: async (change: object) => {
      const { version, ...now } = await requireListing(db, agent, created.id)
      const title = now.isTitleMade ? '' : now.title
      return updateListing(db, agent, UpdateListingInput.parse({ ...texts, title, id: created.id, version, ...change }))
    },
    read: () => requireListing(db, agent, created.id),
    storedOpenHomes: () => db.select().from(openHome).where(eq(openHome.listingId, created.id)),
  }
}

describe('the facts of a listing', () => {
  test('are stored each in its column, and shown to its agent and to buyers', async () => {
    const { db, agent, id, save, read } = await newListing()
    await save({ ...facts, openHomes: [nextSunday, sunday] })
    const stored = { ...facts, saleAt: new Date(facts.saleAt) }
    const openHomes = [
      { startsAt: new Date(sunday.startsAt), endsAt: new Date(sunday.endsAt), note: 'Parking on the street' },
      { startsAt: new Date(nextSunday.startsAt), endsAt: new Date(nextSunday.endsAt), note: '' },
    ]
    expect(await read()).toMatchObject({ ...stored, openHomes })
    await publishListing(db, agent, id)
    const { soldOn: _, soldPrice: __, ...shown } = stored
    const { facts: publicFacts } = await requirePublicListing(db, id)
    expect(publicFacts).toMatchObject({ ...shown, openHomes, timeZone: 'Pacific/Auckland' })
    expect(Object.keys(publicFacts)).not.toContain('soldPrice')
  })

  test('that are left out stay, and those that are emptied are removed', async () => {
    const { save, read } = await newListing({ ...facts, openHomes: [sunday] })
    await save({ bedrooms: 4 })
    expect(await read()).toMatchObject({
      bedrooms: 4,
      bathrooms: 1,
      suburb: 'Karori',
      openHomes: [{ note: sunday.note }],
    })
    await save({ suburb: '  ', bathrooms: null, saleAt: null })
    expect(await read()).toMatchObject({ suburb: null, bathrooms: null, saleAt: null, bedrooms: 4 })
  })

  test.each([
    ['bedrooms', -1],
    ['bedrooms', 100],
    ['bathrooms', 1.5],
    ['floorArea', 0],
    ['landArea', 10_000_001],
    ['landAreaUnit', 'acre'],
    ['price', 0],
    ['price', 2 ** 31],
    ['soldPrice', 1.5],
    ['propertyType', 'castle'],
    ['saleMethod', 'raffle'],
    ['status', null],
    ['country', 'US'],
    ['saleAt', 'Saturday'],
    ['saleAt', '1926-12-05T00:00:00Z'],
    ['soldOn', '5/12/2026'],
    ['street', 'x'.repeat(121)],
    ['openHomes', [{ ...sunday, endsAt: sunday.startsAt }]],
    ['openHomes', [{ ...sunday, endsAt: '2026-11-30T02:00:00Z' }]],
    ['openHomes', Array.from({ length: 41 }, () => sunday)],
  ])('%s can’t be %j', (name, value) => {
    const { error } = NewListing.safeParse({ ...texts, [name]: value })
    expect([...new Set(error?.issues.map(({ path }) => path[0]))]).toEqual([name])
  })

  test('are copied with a listing, without the dates and the state of its sale', async () => {
    const { db, agent, id, save } = await newListing()
    await save({ ...facts, status: 'under_offer', openHomes: [sunday] })
    const copy = await duplicateListing(db, agent, id)
    expect(copy).toMatchObject({ ...address, bedrooms: 3, titleType: 'freehold', status: 'available' })
    expect(copy).toMatchObject({ saleAt: null, saleMethod: null, openHomes: [] })
  })

  test.each(['rata 12', 'karori 6012', 'rata wellington', 'townhouse', 'auction', 'available'])(
    'are found by searching for %j',
    async (search) => {
      const { db, agent, id } = await newListing({ ...facts, title: 'Sunny home' })
      await createListing(db, agent, NewListing.parse({ ...texts, title: 'Another', status: 'withdrawn' }))
      const found = await listListings(db, agent, ListListingsInput.parse({ search }))
      expect(found.listings.map((one) => one.id)).toEqual([id])
    },
  )
})

describe('the title', () => {
  test('is made from the address until the agent writes one, and again when that is removed', async () => {
    const { created, save } = await newListing()
    expect(created).toMatchObject({ title: 'New listing', isTitleMade: true })
    expect(await save(address)).toMatchObject({ title: '2/12 Rata Street, Karori', isTitleMade: true })
    expect(await save({ suburb: 'Kelburn' })).toMatchObject({ title: '2/12 Rata Street, Kelburn' })
    expect(await save({ title: 'Sunny villa' })).toMatchObject({ title: 'Sunny villa', isTitleMade: false })
    expect(await save({ suburb: 'Karori' })).toMatchObject({ title: 'Sunny villa' })
    expect(await save({ title: '' })).toMatchObject({ title: '2/12 Rata Street, Karori', isTitleMade: true })
  })

  test('leads the link of a draft, until the agent chooses one or publishes', async () => {
    const { db, agent, id, save, created } = await newListing()
    expect(created.slug).toMatch(/^new-listing/)
    expect((await save(address)).slug).toBe('2-12-rata-street-karori')
    expect((await save({ bedrooms: 2 })).slug).toBe('2-12-rata-street-karori')
    expect((await save({ title: 'Flat 12' })).slug).toBe('flat-12')
    expect((await save({ bedrooms: 3 })).slug).toBe('flat-12')
    expect((await save({ slug: '14 Kōwhai Rise, Karori' })).slug).toBe('14-kowhai-rise-karori')
    expect((await save({ title: 'Sunny villa' })).slug).toBe('14-kowhai-rise-karori')
    const other = await createListing(db, agent, NewListing.parse({ ...texts, title: 'Hill house' }))
    await publishListing(db, agent, other.id)
    const saved = await updateListing(db, agent, {
      ...texts,
      title: 'Valley house',
      id: other.id,
      version: other.version,
    })
    expect(saved.slug).toBe('hill-house')
    expect(await requireListing(db, agent, id)).toMatchObject({ slug: '14-kowhai-rise-karori' })
  })

  test('of a draft that another listing’s link resembles gets a number, and keeps it', async () => {
    const { db, agent, save } = await newListing()
    await createListing(db, agent, NewListing.parse({ ...texts, title: 'Hill house' }))
    expect((await save({ title: 'Hill house' })).slug).toBe('hill-house-2')
    expect((await save({ bedrooms: 1 })).slug).toBe('hill-house-2')
  })

  test('and link of a listing from before stay as they are', async () => {
    const { db } = await freshDatabase()
    const agent = await createAgent(db)
    const [old] = await db
      .insert(listing)
      .values({ title: 'Old title', subtitle: '', description: emptyDescription, slug: 'old-link', userId: agent.id })
      .returning()
    const { id = '', version = 0 } = old ?? {}
    const saved = await updateListing(db, agent, { ...texts, title: 'New title', id, version })
    expect(saved).toMatchObject({ title: 'New title', slug: 'old-link', status: 'available', openHomes: [] })
  })
})

describe('an open home', () => {
  test('keeps its id when it changes and counts the changes; one that is removed is kept as cancelled', async () => {
    const { save, read, storedOpenHomes } = await newListing({ openHomes: [sunday, nextSunday] })
    const [first, second] = (await read()).openHomes
    const unchanged = { id: second?.id, startsAt: nextSunday.startsAt, endsAt: nextSunday.endsAt, note: '' }
    await save({ openHomes: [{ ...openHomeAt('2026-11-29T02:00:00Z'), id: first?.id }, unchanged] })
    expect((await read()).openHomes).toMatchObject([
      { id: first?.id, sequence: 1, startsAt: new Date('2026-11-29T02:00:00Z'), note: '' },
      { id: second?.id, sequence: 0 },
    ])
    await save({ openHomes: [unchanged] })
    expect((await read()).openHomes.map(({ id }) => id)).toEqual([second?.id])
    expect((await storedOpenHomes()).find(({ id }) => id === first?.id)?.cancelledAt).toBeInstanceOf(Date)
  })

  test('of another listing can’t be changed', async () => {
    const { db, agent, read } = await newListing({ openHomes: [sunday] })
    const [foreign] = (await read()).openHomes
    const { id, version } = await createListing(db, agent, NewListing.parse(texts))
    const stolen = UpdateListingInput.parse({ ...texts, id, version, openHomes: [{ ...nextSunday, id: foreign?.id }] })
    await expect(updateListing(db, agent, stolen)).rejects.toMatchObject({
      status: 400,
      fields: { openHomes: expect.any(String) },
    })
    expect((await read()).openHomes).toEqual([foreign])
  })
})

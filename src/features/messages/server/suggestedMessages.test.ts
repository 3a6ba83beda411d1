import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listing, openHome } from '#db/schema/listings.ts'
import { buyerMessage } from '#db/schema/messages.ts'
import { messageDraft } from '../../../../test/fixtures/messages.ts'
import { useMessages } from '../../../../test/support/services/messages.ts'
import { MessageTexts } from '../messages.schema.ts'
import { createMessage, suggestMessage } from './messages.server.ts'

const { db, services, createCampaign } = useMessages()

test('our text has the facts of the listing, and every place in it is known', async () => {
  const saleAt = new Date('2090-12-05T00:00:00Z')
  const { agent, listing: about } = await createCampaign({ saleMethod: 'auction', saleAt, country: 'NZ' })
  const kinds = ['auction_brought_forward', 'price', 'open_home', 'offer_deadline', 'sold'] as const
  for (const kind of kinds) {
    const { subject, body } = await suggestMessage(db(), agent, { listingId: about.id, kind })
    expect(MessageTexts.safeParse({ subject, body }).error?.issues, kind).toBeUndefined()
  }
  const suggested = await suggestMessage(db(), agent, { listingId: about.id, kind: 'auction_brought_forward' })
  expect(suggested).toMatchObject({ calendarEntry: 'sale', body: expect.stringContaining('Tue 5 Dec, 1:00') })
})

test('our text for a price has the new one, as the listing will show it', async () => {
  const { agent, listing: about } = await createCampaign({ saleMethod: 'asking_price', price: 900_000, country: 'NZ' })
  const body = async (prices: { price?: number | null; priceText?: string | null }) =>
    (await suggestMessage(db(), agent, { listingId: about.id, kind: 'price', ...prices })).body
  expect(await body({})).toContain('$900,000')
  expect(await body({ price: 875_000 })).toContain('$875,000')
  // How it is sold is no price.
  await db().update(listing).set({ saleMethod: 'auction' }).where(eq(listing.id, about.id))
  expect(await body({})).toContain('The price of {listing} has changed.\n')
  expect(await body({ price: 875_000, priceText: 'Offers over $850,000' })).toContain('It’s now Offers over $850,000.')
})

test('the new price and the message about it are stored together, or neither', async () => {
  const { agent, listing: about } = await createCampaign({ saleMethod: 'asking_price', price: 900_000 })
  const send = (version: number) =>
    createMessage(services(), agent, {
      ...messageDraft(about.id, { kind: 'price' }),
      creationKey: crypto.randomUUID(),
      facts: { version, price: 875_000, priceText: null },
    })
  await expect(send(about.version + 1)).rejects.toMatchObject({ name: 'ChangedElsewhere' })
  const stored = async () => ({
    price: (await db().select().from(listing).where(eq(listing.id, about.id)))[0]?.price,
    messages: await db().$count(buyerMessage, eq(buyerMessage.listingId, about.id)),
  })
  expect(await stored()).toEqual({ price: 900_000, messages: 0 })
  await send(about.version)
  expect(await stored()).toEqual({ price: 875_000, messages: 1 })
})

test('our text for an open home that was moved says so, with its new time and its calendar entry', async () => {
  const { agent, listing: about } = await createCampaign({ country: 'NZ' })
  const homes = ['2090-12-02T01:00:00Z', '2090-12-09T01:00:00Z'].map((start, sequence) => ({
    ...{ listingId: about.id, sequence, startsAt: new Date(start) },
    endsAt: new Date(Date.parse(start) + 1_800_000),
  }))
  const [next, moved] = await db().insert(openHome).values(homes).returning()
  const suggest = (openHomeId?: string) =>
    suggestMessage(db(), agent, { listingId: about.id, kind: 'open_home', openHomeId })
  expect(await suggest()).toMatchObject({ subject: 'Open home: {listing}', calendarEntry: next?.id })
  expect(await suggest(moved?.id)).toMatchObject({
    subject: 'New time for the open home: {listing}',
    body: expect.stringContaining('has moved. It’s now on Sat 9 Dec'),
    calendarEntry: moved?.id,
  })
})

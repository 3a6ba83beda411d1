import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LeadServices, openLeadServices } from '../../../test/support/services/leadServices.ts'
import { createEventWriter } from './eventWriter.server.ts'
import type { NewEvent } from './recordEvents.server.ts'

let context: LeadServices
beforeAll(async () => {
  context = await openLeadServices()
})
afterAll(() => context?.close())

const view = (listingId: string, fields: Partial<NewEvent> = {}): NewEvent => ({
  event: 'listing_view',
  listingId,
  onlyFor: 'the public',
  ...fields,
})

const storedOf = async (listingId: string) => {
  const [row] = await context.database.sql`select count(*)::int as n from event where "listingId" = ${listingId}`
  return row?.n
}

test('an event is stored when it is acknowledged', async () => {
  const { id } = await context.createListing()
  const writer = createEventWriter(context.database)
  await writer.write(view(id))
  expect(await storedOf(id)).toBe(1)
})

test('many events at once are written in few statements', async () => {
  const { id } = await context.createListing()
  const { sql } = context.database
  const statements = async () => {
    const [row] = await sql`select count(distinct xmin::text)::int as n from event where "listingId" = ${id}`
    return row?.n
  }
  const writer = createEventWriter(context.database)
  await Promise.all(Array.from({ length: 1_200 }, () => writer.write(view(id))))
  expect(await storedOf(id)).toBe(1_200)
  expect(await statements()).toBe(3)
})

test('an event that cannot be stored does not affect others', async () => {
  const { id } = await context.createListing()
  const writer = createEventWriter(context.database)
  const events = Array.from({ length: 20 }, (_, nth) => view(id, nth === 7 ? { browser: 'no\0browser' } : {}))
  const outcomes = await Promise.allSettled(events.map((event) => writer.write(event)))
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(events.map((_, nth) => nth !== 7))
  expect(await storedOf(id)).toBe(19)
})

test('while the database is briefly unavailable events wait, and each is stored once', async () => {
  const { id } = await context.createListing()
  const writer = createEventWriter(context.database)
  await writer.write(view(id))
  let writing: Promise<unknown> = Promise.resolve()
  await context.database.whileAway(async () => {
    writing = Promise.all(Array.from({ length: 50 }, () => writer.write(view(id))))
    await context.database.sql`select 1`.catch(() => {})
  })
  await writing
  expect(await storedOf(id)).toBe(51)
})

test('when more events arrive than can be written, they are refused and memory does not grow', async () => {
  const { id } = await context.createListing()
  const writer = createEventWriter(context.database)
  const outcomes = await Promise.allSettled(Array.from({ length: 5_100 }, () => writer.write(view(id))))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(100)
  expect(refused[0]?.reason).toMatchObject({ status: 503, retryAfter: 2 })
  expect(await storedOf(id)).toBe(5_000)
})

test('stopping waits for accepted events', async () => {
  const { id } = await context.createListing()
  const writer = createEventWriter(context.database)
  for (let nth = 0; nth < 30; nth++) void writer.write(view(id))
  await writer.stop()
  expect(await storedOf(id)).toBe(30)
})

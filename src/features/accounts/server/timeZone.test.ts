import { expect, test } from 'vitest'
import type { ListingViews } from '#features/analytics/analytics.schema.ts'
import { recordEvents } from '#platform/events/recordEvents.server.ts'
import { callsWithCookie, signInAs } from '../../../../test/fixtures/agents.ts'
import { listingViewEvent, sendEvent } from '../../../../test/fixtures/events.ts'
import { createListingWithDocuments } from '../../../../test/fixtures/files.ts'
import { call } from '../../../../test/support/call.ts'
import { useDeployedApp } from '../../../../test/support/processes/deployedApp.ts'

const parts = useDeployedApp()

test('a new time zone applies to new visits, and past days stay as they were', async () => {
  const listing = await createListingWithDocuments(parts)
  const { get, post } = callsWithCookie(parts.url, await signInAs(parts.url, listing.agent.email))
  // Already the 11th in Auckland, and still the 10th in Honolulu.
  const createdAt = new Date('2026-11-10T13:00Z')
  await recordEvents(parts.database.db, [{ event: 'listing_view', listingId: listing.id, createdAt }])

  const names = { firstName: 'Mia', lastName: 'Chen', phone: '', agencyName: '', licenceLine: '' }
  expect((await post('saveProfile', { ...names, timeZone: 'Pacific/Honolulu' })).status).toBe(200)
  expect((await get('fetchSettings')).result).toMatchObject({ timeZone: 'Pacific/Honolulu' })
  expect((await sendEvent(parts.url, { body: listingViewEvent(listing) })).status).toBe(204)

  const stored = await parts.database.sql`
    select "localDay"::text as day, ("createdAt" at time zone 'Pacific/Honolulu')::date::text as "dayInHonolulu"
    from event where "listingId" = ${listing.id} order by "createdAt"`
  expect(stored[0]).toEqual({ day: '2026-11-11', dayInHonolulu: '2026-11-10' })
  expect(stored[1]?.day).toBe(stored[1]?.dayInHonolulu)
  const data = { range: 'custom', from: '2026-11-10', to: '2026-11-11' }
  const cookie = await signInAs(parts.url, listing.agent.email)
  const { result } = await call(parts.url, 'fetchListingViews', { data, headers: { cookie } })
  expect((result as ListingViews).days.map(({ views }) => views)).toEqual([0, 1])
})

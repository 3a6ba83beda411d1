import { expect, test } from 'vitest'
import type { Views } from '#features/analytics/analytics.ts'
import { recordEvents } from '#platform/events/recordEvents.server.ts'
import { signInAs } from '../../../test/support/agents.ts'
import { publishHome } from '../../../test/support/buyers.ts'
import { call } from '../../../test/support/call.ts'
import { useDeployedApp } from '../../../test/support/deployed.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { callsWith } from '../../../test/support/settings.ts'

const parts = useDeployedApp()

/** The lock that whoever cuts days anew has to himself. */
const RECUTTING = 7_250_004
/** Already the 11th in Auckland, and still the 10th in Honolulu. */
const createdAt = new Date('2026-11-10T13:00Z')

test('another time zone holds at once; numbers keep the days of the one before until all are cut anew, and miss nothing', async () => {
  const { agent, id } = await publishHome(parts)
  const { db, onOwnConnection } = parts.database
  const look = () => recordEvents(db, [{ event: 'listing_view', listingId: id, createdAt }])
  const cookie = await signInAs(parts.url, agent.email)
  const { get, post } = callsWith(parts.url, cookie)
  const views = async () => {
    const data = { range: 'custom', from: '2026-11-10', to: '2026-11-11' }
    const { result } = await call(parts.url, 'fetchListingViews', { data, headers: { cookie } })
    const { isBeingRecut, days } = result as Views
    return { isBeingRecut, days: days.map((day) => day.views) }
  }
  await look()

  await onOwnConnection(async (sql) => {
    await sql`select pg_advisory_lock(hashtextextended(${agent.id}, ${RECUTTING}))`
    const names = { firstName: 'Mia', lastName: 'Chen', phone: '', agencyName: '' }
    expect((await post('saveProfile', { ...names, timeZone: 'Pacific/Honolulu' })).status).toBe(200)
    expect((await get('fetchSettings')).result).toMatchObject({ timeZone: 'Pacific/Honolulu' })
    expect(await views()).toEqual({ isBeingRecut: true, days: [0, 1] })
    await look()
    expect(await views()).toEqual({ isBeingRecut: true, days: [0, 2] })
  })

  await eventually(async () => !(await views()).isBeingRecut)
  expect(await views()).toEqual({ isBeingRecut: false, days: [2, 0] })
})

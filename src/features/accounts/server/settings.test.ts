import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { profile, user } from '#db/schema/accounts.ts'
import type { ListingViews } from '#features/analytics/analytics.schema.ts'
import { parseEnv } from '#platform/config/env.server.ts'
import { recordEvents } from '#platform/events/recordEvents.server.ts'
import { callsWithCookie, createSignedInAgent, signInAs } from '../../../../test/fixtures/agents.ts'
import { listingViewEvent, sendEvent } from '../../../../test/fixtures/events.ts'
import { createListingWithDocuments } from '../../../../test/fixtures/files.ts'
import { call } from '../../../../test/support/call.ts'
import { TEST_SECRET } from '../../../../test/support/processes/app.ts'
import { useDeployedApp } from '../../../../test/support/processes/deployedApp.ts'
import { unsubscribeUrl } from './emailChoice.server.ts'

const parts = useDeployedApp()

const newProfile = {
  firstName: 'Aroha',
  lastName: 'Ngata',
  phone: '+64 21 555 0101',
  agencyName: 'Harbour & Hill',
  licenceLine: 'Licensed under the REAA 2008',
  timeZone: 'Pacific/Chatham',
}
const newCard = { cardTagline: 'Since 2009', cardAccent: 'plum', cardShowsPhone: false, cardShowsEmail: true }

describe('settings', () => {
  test('start with defaults and contain no secret', async () => {
    const { agent, get } = await createSignedInAgent(parts, { firstName: 'Mia', lastName: '', emailVerified: true })
    const { result, text } = await get('fetchSettings')
    expect(result).toEqual({
      ...{ email: agent.email, emailVerified: true, pendingEmail: null, firstName: 'Mia', lastName: '', phone: '' },
      ...{ agencyName: '', licenceLine: '', timeZone: 'Pacific/Auckland', photoUrl: null, photoVersion: null },
      ...{ cardTagline: '', cardAccent: 'teal', cardShowsPhone: true, cardShowsEmail: true },
      ...{ mutedEmails: [], questions: null, readingRetentionMonths: 24, deletionDueAt: null },
      ...{ versionRetentionMonths: 84, validityDays: {}, hasPassword: true, idleLockMinutes: null },
    })
    expect(text).not.toContain('argon2')
  })

  test('are saved in a normalised form, and other agents’ settings do not change', async () => {
    const mine = await createSignedInAgent(parts)
    const otherAgent = await createSignedInAgent(parts, { firstName: 'Tama' })
    expect((await mine.post('saveProfile', { ...newProfile, firstName: '  Aroha ' })).status).toBe(200)
    expect((await mine.post('saveAgentCard', newCard)).status).toBe(200)
    expect((await mine.post('saveEmailPreferences', { mutedEmails: ['new_lead'] })).status).toBe(200)
    expect((await mine.post('saveReadingRetention', { months: 12 })).status).toBe(200)
    expect((await mine.get('fetchSettings')).result).toMatchObject({
      ...newProfile,
      phone: '021 555 0101',
      ...newCard,
      mutedEmails: ['new_lead'],
      readingRetentionMonths: 12,
    })
    expect((await otherAgent.get('fetchSettings')).result).toMatchObject({ firstName: 'Tama', cardAccent: 'teal' })
  })

  test('show the phone number in the national format, and keep its country code when it is not changed', async () => {
    const { agent, get, post } = await createSignedInAgent(parts, { phone: '+64215550100' })
    const storedPhone = async () =>
      (await parts.database.db.select({ phone: user.phone }).from(user).where(eq(user.id, agent.id)))[0]?.phone
    expect((await get('fetchSettings')).result).toMatchObject({ phone: '021 555 0100' })
    await post('saveProfile', { ...newProfile, phone: '021 555 0100' })
    expect(await storedPhone()).toBe('+64215550100')
    await post('saveProfile', { ...newProfile, phone: '09 555 0100' })
    expect(await storedPhone()).toBe('09 555 0100')
  })

  test.each([
    ['saveProfile', { ...newProfile, timeZone: 'Middle/Earth' }, 'timeZone'],
    ['saveProfile', { ...newProfile, firstName: 'x'.repeat(61) }, 'firstName'],
    ['saveProfile', { ...newProfile, licenceLine: 'x'.repeat(121) }, 'licenceLine'],
    ['saveAgentCard', { ...newCard, cardAccent: 'neon' }, 'cardAccent'],
    ['saveAgentCard', { ...newCard, cardTagline: 'x'.repeat(121) }, 'cardTagline'],
    ['saveEmailPreferences', { mutedEmails: ['everything'] }, 'mutedEmails.0'],
    ['saveReadingRetention', { months: 13 }, 'months'],
    ['savePhoto', { photo: 'not base64!' }, 'photo'],
    ['changePassword', { oldPassword: 'x', newPassword: 'long enough' }, 'oldPassword'],
    ['requestEmailChange', { email: 'nobody', password: 'long enough' }, 'email'],
    ['deleteAccount', { confirmation: 'yes', password: 'long enough' }, 'confirmation'],
  ])('%s refuses %j and names the field', async (name, data, field) => {
    const { post } = await createSignedInAgent(parts)
    const { status, error } = await post(name, data)
    expect(status).toBe(400)
    expect(error).toMatchObject({ fields: { [field]: expect.any(String) } })
  })

  test.each([
    { userId: 'usr_1' },
    { id: 'usr_1' },
    { subscriptionActive: true },
    { email: 'evil@example.nz' },
    { password: 'x' },
  ])('threat 18: %j slipped into a save is refused, and nothing changes', async (extra) => {
    const { agent, post } = await createSignedInAgent(parts, { subscriptionActive: false })
    const { db } = parts.database
    const readUser = () => db.select().from(user).where(eq(user.id, agent.id))
    const before = await readUser()
    const answers = [
      await post('saveProfile', { ...newProfile, ...extra }),
      await post('saveAgentCard', { ...newCard, ...extra }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400])
    expect(await readUser()).toEqual(before)
    expect(await db.select().from(profile).where(eq(profile.userId, agent.id))).toEqual([])
  })

  test('an email program’s own button switches that type of email off, without signing in', async () => {
    const { agent, get } = await createSignedInAgent(parts)
    const env = { ...parseEnv({ APP_URL: parts.url }), APP_SECRET: TEST_SECRET }
    const url = unsubscribeUrl(env, agent.id, 'weekly_summary')
    // Scanners follow links: opening the page changes nothing.
    expect((await fetch(url)).status).toBe(200)
    expect((await get('fetchSettings')).result).toMatchObject({ mutedEmails: [] })
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await fetch(url, { method: 'POST', body })).status).toBe(204)
    expect((await get('fetchSettings')).result).toMatchObject({ mutedEmails: ['weekly_summary'] })
  })

  test.each(['fetchSettings', 'fetchSessions', 'fetchLatestExport'])('%s needs a session', async (name) => {
    expect((await call(parts.url, name)).status).toBe(401)
  })

  test.each([
    ['saveProfile', newProfile],
    ['savePhoto', { photo: null }],
    ['saveAgentCard', newCard],
    ['saveEmailPreferences', { mutedEmails: [] }],
    ['saveReadingRetention', { months: 12 }],
    ['changePassword', { oldPassword: 'old one', newPassword: 'new one' }],
    ['requestEmailChange', { email: 'a@example.nz', password: 'old one' }],
    ['confirmEmailChange', { token: 'token' }],
    ['revokeSession', { session: 'x' }],
    ['revokeOtherSessions', undefined],
    ['requestExport', undefined],
    ['deleteAccount', { confirmation: 'delete my account', password: 'old one' }],
    ['keepAccount', undefined],
  ])('%s needs a session', async (name, data) => {
    expect((await call(parts.url, name, { method: 'POST', data })).status).toBe(401)
  })
})

describe('signed-in devices', () => {
  const CHROME = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'

  test('each browser is listed with its name and without secrets', async () => {
    const { agent, get } = await createSignedInAgent(parts)
    const data = { email: agent.email, password: 'correct horse battery staple' }
    await call(parts.url, 'login', { method: 'POST', data, headers: { 'user-agent': CHROME } })
    const { result, text } = await get('fetchSessions')
    expect(result).toEqual([
      expect.objectContaining({ device: 'Chrome on macOS', kind: 'desktop', isCurrent: false }),
      expect.objectContaining({ device: 'Unknown browser', isCurrent: true, lastUsedAt: expect.any(Date) }),
    ])
    expect(text).not.toMatch(/[0-9a-f]{64}/)
  })

  test('one device can be signed out, or all the others', async () => {
    const { agent, get, post } = await createSignedInAgent(parts)
    const others = [await signInAs(parts.url, agent.email), await signInAs(parts.url, agent.email)]
    const ids = async () => ((await get('fetchSessions')).result as { id: string }[]).map(({ id }) => id)
    const statuses = () =>
      Promise.all(others.map(async (cookie) => (await callsWithCookie(parts.url, cookie).get('fetchSettings')).status))

    const [newest = ''] = await ids()
    expect((await post('revokeSession', { session: newest })).status).toBe(200)
    expect(await statuses()).toEqual([200, 401])
    expect((await post('revokeOtherSessions')).status).toBe(200)
    expect(await statuses()).toEqual([401, 401])
    expect(await ids()).toHaveLength(1)
  })

  test('threat 16: another agent’s session responds as if it did not exist', async () => {
    const mine = await createSignedInAgent(parts)
    const otherAgent = await createSignedInAgent(parts)
    const [theirs] = (await otherAgent.get('fetchSessions')).result as { id: string }[]
    const [other, missing] = [
      await mine.post('revokeSession', { session: theirs?.id }),
      await mine.post('revokeSession', { session: 'nosuchsession000' }),
    ]
    expect([other.status, missing.status]).toEqual([404, 404])
    expect(other.text).toBe(missing.text)
    expect((await otherAgent.get('fetchSettings')).status).toBe(200)
  })
})

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

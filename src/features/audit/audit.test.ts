import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { audit } from '#db/schema/audit.ts'
import { emptyDescription } from '#features/listings/description/description.schema.ts'
import { sweepExpiredJob } from '#platform/jobs/sweepExpired.server.ts'
import { callsWithCookie, createAgent, createSignedInAgent, PASSWORD, signInAs } from '../../../test/fixtures/agents.ts'
import { buyerCalls } from '../../../test/fixtures/buyers.ts'
import { IPHONE } from '../../../test/fixtures/events.ts'
import { createFile, createListingWithDocuments } from '../../../test/fixtures/files.ts'
import { call } from '../../../test/support/call.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { useDeployedApp } from '../../../test/support/processes/deployedApp.ts'
import { runJob } from '../../../test/support/processes/runJob.ts'
import type { AuditEntry } from './audit.schema.ts'
import { auditText } from './auditText.ts'
import { writeAudit, writeHourlyAudit } from './writeAudit.server.ts'

const parts = useDeployedApp({ TRUSTED_PROXIES: '127.0.0.1' })

const rowsOf = (userId: string) => parts.database.db.select().from(audit).where(eq(audit.userId, userId))
const ask = (cookie: string, data: object = {}) => call(parts.url, 'fetchAudit', { data, headers: { cookie } })
const activityOf = async (cookie: string, data?: object) =>
  (await ask(cookie, data)).result as { activities: AuditEntry[]; next: string | null }
const sentencesOf = async (cookie: string, data?: object) => (await activityOf(cookie, data)).activities.map(auditText)

describe('the activity log of an account', () => {
  test('shows sign-ins with their browser, and one line an hour for wrong passwords', async () => {
    const agent = await createAgent(parts.database.db)
    const login = (password: string) =>
      call(parts.url, 'login', {
        method: 'POST',
        data: { email: agent.email, password },
        headers: { 'user-agent': IPHONE, 'x-forwarded-for': '198.51.100.23' },
      })
    for (let i = 0; i < 3; i++) expect((await login('wrong')).status).toBe(401)
    await eventually(async () => (await rowsOf(agent.id)).reduce((sum, { times }) => sum + times, 0) === 3)
    expect((await login(PASSWORD)).status).toBe(200)
    const sentences = await sentencesOf(await signInAs(parts.url, agent.email))
    expect(sentences.slice(0, 2)).toEqual([expect.stringMatching(/^Signed in/), 'Signed in with Safari on iOS'])
    expect(sentences.join('\n')).toContain('Wrong password entered')
    // The log does not contain the IP address.
    expect(JSON.stringify(await rowsOf(agent.id))).not.toContain('198.51.100')
  })

  test('shows only the agent’s own activity, latest first', async () => {
    const agent = await createAgent(parts.db)
    const cookie = await signInAs(parts.url, agent.email)
    const mine = { agent, cookie, ...callsWithCookie(parts.url, cookie) }
    const other = await signInAs(parts.url, agent.email)
    const words = { title: '9 Kauri Road', subtitle: '', description: emptyDescription }
    const { id } = (await mine.post('createListing', words)).result as { id: string }
    await mine.post('publishListing', { id })
    await mine.post('publishListing', { id })
    await mine.post('archiveListing', { id })
    await fetch(`${parts.url}/portal/leads.csv`, { headers: { cookie: mine.cookie } }).then((csv) => csv.text())
    const report = await createFile(parts.db, { agent: mine.agent })
    await mine.post('getDownloadUrl', { id: report.id, inline: true })
    await mine.post('getDownloadUrl', { id: report.id })
    await mine.post('changePassword', { oldPassword: PASSWORD, newPassword: 'another one' })
    await mine.post('deleteAccount', { confirmation: 'delete my account', password: 'another one' })
    await mine.post('keepAccount')

    expect((await ask(other)).status).toBe(401)
    expect(await sentencesOf(mine.cookie)).toEqual([
      'Cancelled account deletion',
      'Requested account deletion',
      'Signed out another device',
      'Changed the password',
      'Downloaded LIM report',
      'Exported leads as CSV',
      'Unpublished 9 Kauri Road',
      'Published 9 Kauri Road',
      'Signed in with an unknown browser',
      'Signed in with an unknown browser',
    ])
    expect(await sentencesOf((await createSignedInAgent(parts)).cookie)).toHaveLength(1)
  })

  test('threat 24: is paged and filtered by type; a forged cursor is refused', async () => {
    const { agent, cookie } = await createSignedInAgent(parts)
    for (let i = 0; i < 12; i++) await writeAudit(parts.database.db, agent, 'downloaded', { what: 'events' })
    const first = await activityOf(cookie)
    const second = await activityOf(cookie, { cursor: first.next })
    expect([first.activities.length, second.activities.length, second.next]).toEqual([10, 3, null])
    expect(new Set([...first.activities, ...second.activities].map(({ id }) => id)).size).toBe(13)
    expect(await sentencesOf(cookie, { kind: 'access' })).toHaveLength(1)
    const forged = [{ cursor: 'bm90IG91cnM' }, { limit: 101 }, { kind: 'secrets' }, { userId: 'usr_1' }]
    for (const data of forged) expect((await ask(cookie, data)).status, JSON.stringify(data)).toBe(400)
  })

  test('threat 72: records that a buyer erased their details, but not who', async () => {
    const listing = await createListingWithDocuments(parts)
    const buyers = buyerCalls(parts)
    const { email } = await buyers.submitLead(listing.id, { firstName: 'Zebulonia' })
    expect((await buyers.erase(await buyers.waitForEmailedKey(email))).status).toBe(200)
    const cookie = await signInAs(parts.url, listing.agent.email)
    const [erased] = (await activityOf(cookie, { kind: 'erasures' })).activities
    expect(erased).toMatchObject({ action: 'buyer_erased', about: '12 Rata Street', device: null })
    expect(JSON.stringify(await rowsOf(listing.agent.id))).not.toMatch(/zebulonia|lead_|@/i)
  })

  test('is kept for twelve months', async () => {
    const { db } = parts.database
    const { id: userId } = await createAgent(db)
    await db.insert(audit).values({ userId, action: 'signed_in', at: new Date(Date.now() - 366 * 24 * 3600 * 1000) })
    await writeHourlyAudit(db, userId, 'reset_requested')
    await runJob(parts.database, sweepExpiredJob)
    expect((await rowsOf(userId)).map(({ action }) => action)).toEqual(['reset_requested'])
  })
})

import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { profile } from '#db/schema/accounts.ts'
import { newId } from '#db/schema/columns.ts'
import { leadNote } from '#db/schema/leads.ts'
import { listing, sharePicture } from '#db/schema/listings.ts'
import { notification } from '#db/schema/notifications.ts'
import { accountRecovery, identity, passkey, previousAddress } from '#db/schema/signInMethods.ts'
import { findMember } from '#platform/auth/sessions.server.ts'
import { newStorageKey, variantKey } from '#platform/storage/storageKeys.server.ts'
import { createSignedInAgent, PASSWORD, signInAs } from '../../../../../test/fixtures/agents.ts'
import { createAuthenticator } from '../../../../../test/fixtures/authenticators.ts'
import { connectEverything } from '../../../../../test/fixtures/connections.ts'
import { emailsTo } from '../../../../../test/fixtures/emails.ts'
import { createEvent } from '../../../../../test/fixtures/events.ts'
import { createFile } from '../../../../../test/fixtures/files.ts'
import { createLead } from '../../../../../test/fixtures/leads.ts'
import { createListing } from '../../../../../test/fixtures/listings.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { useDeployedApp } from '../../../../../test/support/processes/deployedApp.ts'
import { runJob } from '../../../../../test/support/processes/runJob.ts'
import { collectAll } from '../../../../../test/support/uploader.ts'
import { startPendingSignIn } from '../secondFactor/pendingSignIns.server.ts'
import { eraseDueAccountsJob } from './deleteAccount.server.ts'

const parts = useDeployedApp()
const CANARY = 'canary'
const words = { confirmation: 'delete my account', password: PASSWORD }
const DAY = 24 * 3600 * 1000

test('deleting needs the typed confirmation and the password', async () => {
  const { get, post } = await createSignedInAgent(parts)
  const answers = [
    await post('deleteAccount', { ...words, confirmation: 'delete' }),
    await post('deleteAccount', { ...words, password: 'not mine' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 400])
  expect(answers[1]?.error).toMatchObject({ fields: { password: expect.any(String) } })
  expect((await get('fetchSettings')).result).toMatchObject({ deletionDueAt: null })
})

test('threat 91: it is due in 14 days, is announced by an email that cannot be switched off, and can be undone', async () => {
  const { agent, get, post } = await createSignedInAgent(parts)
  const { result } = await post('deleteAccount', { ...words, confirmation: ' Delete my Account ' })
  const { deletionDueAt } = result as { deletionDueAt: Date }
  expect(Math.abs(deletionDueAt.getTime() - Date.now() - 14 * DAY)).toBeLessThan(60_000)
  expect((await get('fetchSettings')).result).toMatchObject({ deletionDueAt })
  const mail = await eventually(async () => (await emailsTo(parts.app.dataDir, agent.email)).at(0))
  expect(mail.subject).toMatch(/^Your account will be deleted on \d+ \w+ \d{4}$/)
  expect(mail.text).toContain(`${parts.url}/portal/settings#danger`)
  await eraseNow()
  await expect(signInAs(parts.url, agent.email)).resolves.toContain('session=')

  expect((await post('keepAccount')).status).toBe(200)
  expect((await get('fetchSettings')).result).toMatchObject({ deletionDueAt: null })
})

test('threat 72: when it is due, all data about the agent and their buyers is erased', async () => {
  const otherAgent = await createSignedInAgent(parts, { firstName: 'Stays' })
  const mine = await createSignedInAgent(parts, { email: `${CANARY}@agent.nz`, firstName: CANARY, phone: CANARY })
  const { id } = mine.agent
  await fillAccount(id)
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await mine.post('savePhoto', { photo: photo.toString('base64') })
  await mine.post('saveAgentCard', {
    ...{ cardTagline: CANARY, cardAccent: 'teal', cardShowsPhone: true, cardShowsEmail: true },
  })
  await mine.post('requestEmailChange', { email: `${CANARY}-new@agent.nz`, password: PASSWORD })
  await mine.post('requestExport')
  await eventually(async () => (await mine.get('fetchLatestExport')).text.includes('ready'))
  await mine.post('deleteAccount', words)
  const { db } = parts.database
  await db
    .update(profile)
    .set({ deletionDueAt: new Date(Date.now() - 1_000) })
    .where(eq(profile.userId, id))

  expect(await dump()).toContain(CANARY)
  expect(await collectAll(parts.storage.list())).toHaveLength(4)
  await eraseNow()
  const left = await dump()
  expect(left).not.toContain(CANARY)
  expect(left).not.toContain(id)
  expect(left).toContain('Stays')
  expect(await collectAll(parts.storage.list())).toEqual([])
  expect((await mine.get('fetchSettings')).status).toBe(401)
  expect((await fetch(`${parts.url}/agent-photo/${id}`)).status).toBe(404)
  expect((await otherAgent.get('fetchSettings')).status).toBe(200)
})

async function fillAccount(userId: string) {
  const { db, storage } = parts
  const agent = { id: userId }
  const texts = { title: `${CANARY} Street`, subtitle: CANARY, description: { CANARY }, slug: CANARY }
  const { id: listingId } = await createListing(db, { agent, ...texts })
  const path = newStorageKey('documents')
  await storage.write(path, Buffer.from(CANARY), 'text/plain')
  await storage.write(variantKey(path, 'w480'), Buffer.from(CANARY), 'image/webp')
  const picture = newStorageKey('shares')
  await storage.write(picture, Buffer.from(CANARY), 'image/jpeg')
  await db.insert(sharePicture).values({ listingId, path: picture, fingerprint: CANARY })
  const { id: fileId } = await createFile(db, { agent, path, name: CANARY, listingId })
  await db.update(listing).set({ coverFileId: fileId }).where(eq(listing.id, listingId))
  const details = { firstName: CANARY, lastName: CANARY, email: `${CANARY}@buyer.nz`, phone: CANARY, note: CANARY }
  const { id: leadId } = await createLead(db, { listingId, ...details })
  await db.insert(leadNote).values({ leadId, body: CANARY, phone: CANARY, fromOwnBrowser: false })
  await db.insert(notification).values({ id: newId('notification'), type: CANARY, leadId })
  const key = { credentialId: CANARY, publicKey: Buffer.from(CANARY), deviceType: 'multiDevice' } as const
  await db.insert(passkey).values({ userId, name: CANARY, ...key })
  const account = { provider: 'google', issuer: CANARY, subject: CANARY, email: CANARY } as const
  await db.insert(identity).values({ userId, ...account })
  await createEvent(db, { event: CANARY, fileId })
  await createEvent(db, { event: CANARY, leadId, listingId })
  const { agencyId = '' } = (await findMember(db, userId)) ?? {}
  await connectEverything(db, { agencyId, userId, listingId, leadId, fileId, text: CANARY })
  await createAuthenticator(db, userId)
  await startPendingSignIn(db, userId, CANARY)
  await db.insert(accountRecovery).values({ userId, dueAt: new Date() })
  await db.insert(previousAddress).values({ userId, email: `${CANARY}@previous.example` })
}

const eraseNow = () => runJob(parts.database, eraseDueAccountsJob)

/** Every row of every table, ours and the queue's, as text. */
async function dump() {
  const { sql } = parts.database
  const tables = await sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`
  const rows = await Promise.all(tables.map(({ name }) => sql.raw(`select t::text from ${name} t`)))
  expect(rows.length).toBeGreaterThan(12)
  return rows.flat().map(Object.values).join('\n')
}

import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataExport, profile, session, user } from '#db/schema/accounts.ts'
import { agency, member, memberInvitation } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { fileVersion, upload } from '#db/schema/files.ts'
import { lead, replyTemplate } from '#db/schema/leads.ts'
import { listing, sharePicture } from '#db/schema/listings.ts'
import {
  eraseDueAccountsJob,
  scheduleAccountDeletion,
  stopRenewalJob,
} from '#features/accounts/server/deletion/deleteAccount.server.ts'
import { makeExportJob, requestExport } from '#features/accounts/server/export/dataExport.server.ts'
import { type Agent, findMember, startSession } from '#platform/auth/sessions.server.ts'
import { newStorageKey, variantKey } from '#platform/storage/storageKeys.server.ts'
import { addMember, createAgency, shareListing } from '../../../../test/fixtures/agencies.ts'
import { createAgent, PASSWORD } from '../../../../test/fixtures/agents.ts'
import { connectEverything } from '../../../../test/fixtures/connections.ts'
import { createEvent } from '../../../../test/fixtures/events.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { sendInvitation } from '../../../../test/fixtures/invitations.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createListing } from '../../../../test/fixtures/listings.ts'
import { unzip } from '../../../../test/support/content/unzip.ts'
import { waitForBlockedStatement, whileRefusingRows } from '../../../../test/support/database.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { openServices, registerWorker } from '../../../../test/support/services/services.ts'
import { collectAll } from '../../../../test/support/uploader.ts'
import { cancelAgencyDeletion, eraseDueAgenciesJob, scheduleAgencyDeletion } from './deleteAgency.server.ts'

const CANARY = 'canary'
const DAY_MS = 24 * 3600 * 1000

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices([registerWorker(makeExportJob), registerWorker(stopRenewalJob)])
})
afterAll(() => opened.close())

const schedule = (agent: Agent, password = PASSWORD) => scheduleAgencyDeletion(opened.services, agent, password)
const dueAt = async ({ agencyId }: Agent) =>
  (await opened.database.db.select().from(agency).where(eq(agency.id, agencyId)))[0]?.deletionDueAt
const agencyNow = async ({ id }: Agent) => (await findMember(opened.database.db, id))?.agencyId
const eraseNow = () => eraseDueAgenciesJob.work(opened.services, {}, { id: '' })
const makeDue = ({ agencyId }: Agent) =>
  opened.database.db
    .update(agency)
    .set({ deletionDueAt: new Date(Date.now() - 1_000) })
    .where(eq(agency.id, agencyId))

test('threat 158: deleting an agency needs an owner’s password, is due in 14 days, and any owner can cancel it', async () => {
  const { db } = opened.database
  const office = await createAgency(db)
  const second = await addMember(db, office.owner, { role: 'owner' })
  await expect(schedule(office.manager)).rejects.toMatchObject({ status: 403 })
  await expect(schedule(office.owner, 'not mine')).rejects.toMatchObject({ status: 400 })
  expect(await dueAt(office.owner)).toBeNull()
  await schedule(office.owner)
  expect(Math.abs(Number(await dueAt(office.owner)) - Date.now() - 14 * DAY_MS)).toBeLessThan(60_000)
  await eraseNow()
  await expect(cancelAgencyDeletion(opened.services, office.manager)).rejects.toMatchObject({ status: 403 })
  await cancelAgencyDeletion(opened.services, second)
  expect(await dueAt(office.owner)).toBeNull()
  const log = await db.select().from(audit).where(eq(audit.agencyId, office.owner.agencyId)).orderBy(audit.at)
  expect(log.map(({ action, userId }) => [action, userId])).toEqual([
    ['agency_deletion_scheduled', office.owner.id],
    ['agency_deletion_undone', second.id],
  ])
  await eraseNow()
  expect(await findMember(db, office.agent.id)).toMatchObject({ agencyId: office.agent.agencyId })
})

test('threat 158: it is neither requested nor cancelled by someone who was an owner when their request began', async () => {
  const { db } = opened.database
  const { owner, manager } = await createAgency(db)
  const former: Agent = { ...manager, role: 'owner' }
  await expect(schedule(former)).rejects.toMatchObject({ status: 403 })
  expect(await dueAt(owner)).toBeNull()
  await schedule(owner)
  await expect(cancelAgencyDeletion(opened.services, former)).rejects.toMatchObject({ status: 403 })
  expect(await dueAt(owner)).not.toBeNull()
})

test('requested twice, it is due on the first day, and the renewal of the subscription stops', async () => {
  const { db, sql } = opened.database
  const { owner } = await createAgency(db)
  const subscriptionId = `sub_${owner.id}`
  await db.update(user).set({ subscriptionId }).where(eq(user.id, owner.id))
  await schedule(owner)
  const first = new Date(Date.now() + DAY_MS)
  await db.update(agency).set({ deletionDueAt: first }).where(eq(agency.id, owner.agencyId))
  expect(await schedule(owner)).toEqual({ deletionDueAt: first })
  const told = (await opened.writtenEmails()).filter(({ to }) => to === owner.email)
  expect(told).toHaveLength(1)
  const stops = await sql`
    select 1 from pgboss.job where name = 'stop_renewal' and data->>'subscriptionId' = ${subscriptionId}`
  expect(stops).toHaveLength(1)
})

test('one agency that cannot be erased yet does not keep the others', async () => {
  const { db } = opened.database
  const [stuck, next] = [await createAgency(db), await createAgency(db)]
  await startSession(db, stuck.agent.id, '')
  await db.update(session).set({ agencyId: stuck.owner.agencyId }).where(eq(session.userId, stuck.agent.id))
  for (const { owner } of [stuck, next]) await makeDue(owner)
  const when = `old."agencyId" = '${stuck.owner.agencyId}'`
  await whileRefusingRows(opened.database, { table: 'session', when }, () =>
    expect(eraseNow()).rejects.toThrow('could not be erased'),
  )
  // Everyone of the erased one has an agency of one.
  const places = async (office: Office) => new Set(await Promise.all(Object.values(office).map(agencyNow))).size
  expect([await places(stuck), await places(next)]).toEqual([1, 5])
  await eraseNow()
  expect(await places(stuck)).toBe(5)
})

test('threat 158: an export that is requested while the agency is erased waits, and has nothing of it', async () => {
  const { db, sql } = opened.database
  const { owner, agent } = await createAgency(db)
  const { id: listingId } = await createListing(db, { agent, title: 'Gone Street' })
  await makeDue(owner)
  let both: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    await tx.select().from(listing).where(eq(listing.id, listingId)).for('update')
    const erasing = eraseNow()
    await waitForBlockedStatement({ sql })
    both = Promise.all([erasing, requestExport(opened.services, agent)])
    await waitForBlockedStatement({ sql }, 2)
  })
  await both
  const [row] = await eventually(async () => {
    const rows = await db.select().from(dataExport).where(eq(dataExport.userId, agent.id))
    return rows.every(({ state }) => state === 'ready') && rows
  })
  const files = unzip(await buffer(await opened.services.storage.read(row?.path ?? '')))
  expect([...files.values()].join('\n')).not.toContain('Gone Street')
  await opened.services.storage.remove(row?.path ?? '')
})

test('every member is emailed, and an agent alone is sent to their account', async () => {
  const { db } = opened.database
  const office = await createAgency(db)
  await schedule(office.owner)
  const emails = await opened.writtenEmails()
  const told = emails.filter(({ subject }) => / will be deleted on \d+ \w+ \d{4}$/.test(subject)).map(({ to }) => to)
  for (const { email } of Object.values(office)) expect(told).toContain(email)
  await expect(schedule(await createAgent(db))).rejects.toMatchObject({ status: 409 })
})

test('threat 158: when it is due, everything of the agency is erased, and accounts stay', async () => {
  const { db } = opened.database
  const other = await createAgency(db)
  const { id: kept } = await createListing(db, { agent: other.agent, title: 'Stays' })
  const office = await createAgency(db)
  // Works in both.
  await db.insert(member).values({ agencyId: other.owner.agencyId, userId: office.colleague.id, role: 'agent' })
  await fillAgency(office)
  const begun = { path: '', name: 'Elsewhere', contentType: '', contentLength: 1, agencyId: other.owner.agencyId }
  await db.insert(upload).values({ ...begun, id: 'upl_elsewhere', userId: office.colleague.id })
  await startSession(db, office.agent.id, '')
  await db.update(session).set({ agencyId: office.agent.agencyId }).where(eq(session.userId, office.agent.id))
  await requestExport(opened.services, office.owner, 'agency')
  await requestExport(opened.services, office.agent)
  await eventually(async () => (await db.select().from(dataExport)).every(({ state }) => state === 'ready'))
  await schedule(office.owner)
  await makeDue(office.owner)
  expect(await dump()).toContain(CANARY)
  expect((await collectAll(opened.services.storage.list())).length).toBeGreaterThan(4)

  await eraseNow()

  expect(await dump()).not.toContain(CANARY)
  expect(await collectAll(opened.services.storage.list())).toEqual([])
  expect(await db.$count(agency, eq(agency.name, CANARY))).toBe(0)
  const places = await Promise.all(Object.values(office).map(({ id }) => findMember(db, id)))
  for (const place of places) expect(place).toBeDefined()
  expect(await findMember(db, office.colleague.id)).toMatchObject({ agencyId: other.owner.agencyId, role: 'agent' })
  expect(await findMember(db, office.assistant.id)).toMatchObject({ role: 'owner', actsFor: [office.assistant.id] })
  expect(new Set(places.map((place) => place?.agencyId)).size).toBe(5)
  for (const id of [kept, 'upl_elsewhere']) expect(await dump()).toContain(id)
})

type Office = Awaited<ReturnType<typeof createAgency>>

async function fillAgency({ owner, agent, colleague }: Office) {
  const { db } = opened.database
  const { storage } = opened.services
  const store = async (kind: 'documents' | 'shares') => {
    const path = newStorageKey(kind)
    await storage.write(path, Buffer.from(CANARY), 'text/plain')
    return path
  }
  await db.update(agency).set({ name: CANARY, legalLine: CANARY }).where(eq(agency.id, owner.agencyId))
  const { id: listingId } = await createListing(db, { agent, title: `${CANARY} Street`, slug: CANARY })
  await shareListing(db, listingId, colleague)
  await db.insert(sharePicture).values({ listingId, path: await store('shares'), fingerprint: CANARY })
  const path = await store('documents')
  await storage.write(variantKey(path, 'w480'), Buffer.from(CANARY), 'image/webp')
  const { id: fileId } = await createFile(db, { agent, path, name: CANARY, listingId })
  await db.update(fileVersion).set({ uploadedById: colleague.id }).where(eq(fileVersion.fileId, fileId))
  const loose = await createFile(db, { agent, path: await store('documents'), name: `${CANARY} without a listing` })
  const unfinished = { path: await store('documents'), name: CANARY, contentType: '', contentLength: 1 }
  await db.insert(upload).values([
    { ...unfinished, id: `upl_${CANARY}`, userId: colleague.id, listingId },
    { ...unfinished, id: `upl_${CANARY}_finished`, userId: colleague.id, fileId: loose.id },
    { ...unfinished, id: `upl_${CANARY}_version`, userId: colleague.id, replacesFileId: loose.id },
  ])
  const buyer = { firstName: CANARY, email: `${CANARY}@buyer.nz`, note: CANARY, assigneeId: colleague.id }
  const { id: leadId } = await createLead(db, { listingId, ...buyer })
  await createEvent(db, { event: CANARY, leadId, listingId })
  const { id: userId, agencyId } = agent
  await connectEverything(db, { agencyId, userId, listingId, leadId, fileId, text: CANARY })
  const template = { name: CANARY, subject: CANARY, body: CANARY }
  await db.insert(replyTemplate).values({ ...template, userId: agent.id, agencyId: agent.agencyId })
  await sendInvitation(opened, owner, { email: `${CANARY}@invited.nz` })
  await db
    .insert(audit)
    .values({ userId: agent.id, agencyId: agent.agencyId, action: 'downloaded', details: { CANARY } })
}

/** Every row of our tables, as text. */
async function dump() {
  const { sql } = opened.database
  const tables = await sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`
  const rows = await Promise.all(tables.map(({ name }) => sql.raw(`select t::text from ${name} t`)))
  expect(rows.length).toBeGreaterThan(30)
  return rows.flat().map(Object.values).join('\n')
}

test('a member with listings is asked to hand them over before deleting their account; the last owner and the payer cannot', async () => {
  const { db } = opened.database
  const office = await createAgency(db)
  await createListing(db, { agent: office.agent })
  const deleteAccount = (agent: Agent) => scheduleAccountDeletion(opened.services, agent, PASSWORD)
  await expect(deleteAccount(office.agent)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('You still lead 1 listing at '),
  })
  await expect(deleteAccount(office.owner)).rejects.toMatchObject({ status: 409 })
  // Nor can the one who pays, with another owner beside them.
  await addMember(db, office.owner, { role: 'owner' })
  await expect(deleteAccount(office.owner)).rejects.toMatchObject({ status: 409 })
  expect(await deleteAccount(await createAgent(db))).toMatchObject({ deletionDueAt: expect.any(Date) })
  expect(await deleteAccount(office.colleague)).toMatchObject({ deletionDueAt: expect.any(Date) })
  // What they have alone is deleted with them.
  const alone = await createAgent(db)
  await createListing(db, { agent: alone })
  await db.insert(member).values({ agencyId: office.owner.agencyId, userId: alone.id, role: 'agent' })
  expect(await deleteAccount(alone)).toMatchObject({ deletionDueAt: expect.any(Date) })
})

test('an account that its team has come to need waits; those of a manager and an assistant leave nothing behind', async () => {
  const { db } = opened.database
  const { owner, manager, assistant } = await createAgency(db)
  const payer = await addMember(db, owner, { role: 'owner' })
  const { email } = await sendInvitation(opened, manager)
  const { id: listingId } = await createListing(db, { agent: manager })
  await db.update(agency).set({ payerId: payer.id }).where(eq(agency.id, owner.agencyId))
  for (const { id } of [manager, assistant, payer])
    await db.insert(profile).values({ userId: id, deletionDueAt: new Date(Date.now() - 1_000) })
  await eraseDueAccountsJob.work(opened.services, {}, { id: '' })
  const left = await db.select({ id: user.id }).from(user)
  expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([owner.id, payer.id]))
  for (const { id } of [manager, assistant]) expect(left).not.toContainEqual({ id })
  expect(await findMember(db, payer.id)).toMatchObject({ role: 'owner', archivedAt: null })
  // The owner who pays takes over, not the one who joined first.
  expect(await db.select().from(listing).where(eq(listing.id, listingId))).toMatchObject([{ userId: payer.id }])
  const invited = await db.select().from(memberInvitation).where(eq(memberInvitation.email, email))
  expect(invited).toMatchObject([{ invitedById: payer.id }])
  await db.delete(profile).where(eq(profile.userId, payer.id))
})

test('what a deleted member led and uploaded since stays with the agency', async () => {
  const { db } = opened.database
  const { owner, agent, colleague } = await createAgency(db)
  await scheduleAccountDeletion(opened.services, colleague, PASSWORD)
  // Given to them meanwhile.
  const { id: listingId } = await createListing(db, { agent: colleague })
  const { id: leadId } = await createLead(db, { listingId })
  const { id: fileId } = await createFile(db, { agent, listingId: (await createListing(db, { agent })).id })
  await db.update(fileVersion).set({ uploadedById: colleague.id }).where(eq(fileVersion.fileId, fileId))
  await db
    .update(profile)
    .set({ deletionDueAt: new Date(Date.now() - 1_000) })
    .where(eq(profile.userId, colleague.id))
  await eraseDueAccountsJob.work(opened.services, {}, { id: '' })
  expect(await findMember(db, colleague.id)).toBeUndefined()
  const next = { userId: owner.id, agencyId: owner.agencyId }
  expect(await db.select().from(listing).where(eq(listing.id, listingId))).toMatchObject([next])
  expect(await db.select().from(lead).where(eq(lead.id, leadId))).toMatchObject([next])
  const versions = await db.select().from(fileVersion).where(eq(fileVersion.fileId, fileId))
  expect(versions).toMatchObject([{ uploadedById: agent.id }])
})

import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { dataExport } from '#db/schema/accounts.ts'
import { newId } from '#db/schema/columns.ts'
import { changeRecipient, documentChange, fileVersion } from '#db/schema/files.ts'
import { chosenReader, inviteeReading } from '#db/schema/invitees.ts'
import { leadAnswer, leadNote } from '#db/schema/leads.ts'
import { acknowledgement, acknowledgementReminder } from '#db/schema/record.ts'
import { addToRecord } from '#features/record/server/addToRecord.server.ts'
import { type ChainEntry, hashEntry } from '#features/record/server/recordChain.server.ts'
import { openJobs } from '#platform/jobs/jobs.server.ts'
import { newStorageKey } from '#platform/storage/storageKeys.server.ts'
import { createLog } from '#platform/telemetry/log.server.ts'
import { createSignedInAgent } from '../../../../../test/fixtures/agents.ts'
import { emailsTo } from '../../../../../test/fixtures/emails.ts'
import { createFile } from '../../../../../test/fixtures/files.ts'
import { createInvitee, createLead } from '../../../../../test/fixtures/leads.ts'
import { createListing } from '../../../../../test/fixtures/listings.ts'
import { createReading, createReadingSearch } from '../../../../../test/fixtures/readings.ts'
import { unzip } from '../../../../../test/support/content/unzip.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { useDeployedApp } from '../../../../../test/support/processes/deployedApp.ts'
import { memoryKilobytes } from '../../../../../test/support/processes/processStats.ts'
import { onSeparateConnection } from '../../../../../test/support/separateConnection.ts'
import type { LatestExport } from '../../settings.functions.ts'
import { sweepExportsJob } from './dataExport.server.ts'

const parts = useDeployedApp()
type Caller = Awaited<ReturnType<typeof createSignedInAgent>>

async function createLeadWithNote(agent: { id: string }, name: string) {
  const { db } = parts
  const { agencyId, id: listingId } = await createListing(db, { agent, title: `${name} Street` })
  const buyer = { firstName: name, lastName: 'Buyer', email: `${name}@buyer.nz`, note: `From ${name}` }
  const { id: leadId } = await createLead(db, { listingId, ...buyer })
  await db.insert(leadNote).values({ leadId, body: `More from ${name}`, fromOwnBrowser: false })
  await db.insert(leadAnswer).values({ leadId, rank: 0, question: 'Finance?', answer: `Yes, ${name}` })
  const { id: fileId } = await createFile(db, { agent, listingId, erasedAt: new Date() })
  await createReading(db, { leadId, fileId, pageSeconds: [30, 12.5] })
  await createReadingSearch(db, { leadId, fileId, words: `${name} roof` })
  await discloseTo(name, { agencyId, listingId, leadId, fileId })
}

/** What a lead, and a lawyer whom they invited, were shown and have confirmed. */
async function discloseTo(
  name: string,
  { agencyId, listingId, leadId, fileId }: Record<'agencyId' | 'listingId' | 'leadId' | 'fileId', string>,
) {
  const { db } = parts
  const { id: inviteeId } = await createInvitee(db, { leadId, email: `${name}@lawyers.nz` })
  const readAt = { firstReadAt: new Date(), lastReadAt: new Date() }
  await db.insert(inviteeReading).values({ inviteeId, fileId, version: 1, pageSeconds: [7], ...readAt })
  await db.insert(chosenReader).values({ fileId, leadId })
  const given = { fileId, version: 1, sha256: 'a'.repeat(64), leadId }
  await db.insert(acknowledgement).values({ ...given, statement: `Read, ${name}` })
  await db.insert(acknowledgementReminder).values({ fileId, leadId })
  const changeId = `chng_${name}`
  const change = { kind: 'added', toVersion: 1, note: `For ${name}` } as const
  await db.insert(documentChange).values({ id: changeId, listingId, fileId, ...change })
  await db.insert(changeRecipient).values({ changeId, leadId })
  await db.transaction((tx) =>
    addToRecord(tx, { agencyId, listingId }, [
      { kind: 'access_given', person: { leadId }, details: { source: 'form' } },
      {
        kind: 'version_opened',
        person: { leadId, inviteeId },
        fileId,
        version: 1,
        details: { name: `${name} report` },
      },
    ]),
  )
}

const finished = ({ get }: Caller) =>
  eventually(async () => {
    const latest = (await get('fetchLatestExport')).result as LatestExport | null
    return latest?.state === 'ready' && latest
  })

const download = (id: string, cookie = '', redirect: 'manual' | 'follow' = 'manual') =>
  fetch(`${parts.url}/portal/exports/${id}`, { headers: { cookie }, redirect })

test('an export contains all of the agent’s data, none of another agent’s, and no password', async () => {
  const mine = await createSignedInAgent(parts, {
    ...{ firstName: 'Aroha', profile: { licenceLine: 'Licensed under the REAA 2008' } },
  })
  const otherAgent = await createSignedInAgent(parts)
  await createLeadWithNote(mine.agent, 'kowhai')
  await createLeadWithNote(otherAgent.agent, 'rimu')
  const fields = { agent: mine.agent, name: 'Building report', originalName: 'report.pdf' }
  const { id: report, path } = await createFile(parts.db, fields)
  await parts.storage.write(path, Buffer.from('the report itself'), 'application/pdf')
  const earlier = { ...{ fileId: report, version: 0, path: newStorageKey('documents') }, uploadedById: mine.agent.id }
  await parts.db.insert(fileVersion).values({ ...earlier, originalName: 'draft.pdf', size: 5, note: 'A draft' })
  await parts.storage.write(earlier.path, Buffer.from('draft'), 'application/pdf')
  expect((await mine.get('fetchLatestExport')).result).toBeNull()

  expect((await mine.post('requestExport')).status).toBe(200)
  const latest = await finished(mine)
  expect(latest).toMatchObject({ progress: 100, size: expect.any(Number), expiresAt: expect.any(Date) })
  const signed = await download(latest.id, mine.cookie)
  expect([signed.status, signed.headers.get('cache-control')]).toEqual([302, 'private, no-store'])
  const answer = await download(latest.id, mine.cookie, 'follow')
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.length).toBe(latest.size)

  const files = unzip(bytes)
  const tables = [
    'account',
    'acknowledgement reminders',
    'acknowledgements',
    'activity',
    'addresses without messages',
    'api keys',
    'calendar links',
    'change recipients',
    'chosen readers',
    'devices',
    'document changes',
    'earlier links',
    'emailed documents',
    'authenticator apps',
    'earlier email addresses',
    'emails to listings',
    'events',
    'file versions',
    'files',
    'imported listings',
    'imported photos',
    'imports',
    'invitee readings',
    'invitees',
    'lead answers',
    'lead notes',
    'leads',
    'linked accounts',
    'links by channel',
    'listings',
    'message recipients',
    'messages',
    'notifications',
    'open homes',
    'open home visitors',
    'open home devices',
    'passkeys',
    'people',
    'readings',
    'record',
    'record subjects',
    'reply templates',
    'searches in documents',
    'settings',
    'vendor links',
    'vendor report emails',
    'vendor reports',
    'webhooks',
  ]
  const original = `files/without a listing/${report} report.pdf`
  const draft = `files/without a listing/${report} version 0 draft.pdf`
  expect([...files.keys()].toSorted()).toEqual([...tables.map((name) => `${name}.json`), original, draft].toSorted())
  expect(String(files.get(original))).toBe('the report itself')
  expect(String(files.get(draft))).toBe('draft')
  expect(JSON.parse(String(files.get('file versions.json')))).toContainEqual(
    expect.objectContaining({ note: 'A draft' }),
  )
  const everything = [...files.values()].map(String).join('\n')
  expect(JSON.parse(String(files.get('leads.json')))).toMatchObject([{ email: 'kowhai@buyer.nz' }])
  expect(JSON.parse(String(files.get('people.json')))).toMatchObject([{ email: 'kowhai@buyer.nz', leadCount: 1 }])
  expect(JSON.parse(String(files.get('lead notes.json')))).toMatchObject([{ body: 'More from kowhai' }])
  expect(JSON.parse(String(files.get('lead answers.json')))).toMatchObject([{ answer: 'Yes, kowhai' }])
  expect(JSON.parse(String(files.get('readings.json')))).toMatchObject([{ pageSeconds: [30, 12.5] }])
  expect(JSON.parse(String(files.get('searches in documents.json')))).toMatchObject([{ words: 'kowhai roof' }])
  const rows = (table: string) => JSON.parse(String(files.get(`${table}.json`)))
  expect(rows('invitees')).toMatchObject([{ email: 'kowhai@lawyers.nz', role: 'lawyer' }])
  expect(rows('invitee readings')).toMatchObject([{ pageSeconds: [7] }])
  expect(rows('acknowledgements')).toMatchObject([{ statement: 'Read, kowhai', sha256: 'a'.repeat(64) }])
  expect(rows('document changes')).toMatchObject([{ id: 'chng_kowhai', note: 'For kowhai' }])
  const { id: leadId } = rows('leads')[0]
  for (const table of ['acknowledgement reminders', 'change recipients', 'chosen readers'])
    expect(rows(table), table).toMatchObject([{ leadId }])
  const record = rows('record') as ChainEntry[]
  expect(record).toMatchObject([{ kind: 'access_given' }, { details: { name: 'kowhai report' } }])
  expect(record.map(hashEntry)).toEqual(record.map(({ hash }) => hash))
  expect(
    rows('record subjects')
      .map(({ email }: { email: string }) => email)
      .toSorted(),
  ).toEqual(['kowhai@buyer.nz', 'kowhai@lawyers.nz'])
  expect(JSON.parse(String(files.get('account.json')))).toMatchObject({ email: mine.agent.email, firstName: 'Aroha' })
  expect(JSON.parse(String(files.get('settings.json')))).toMatchObject({ licenceLine: 'Licensed under the REAA 2008' })
  expect(everything).not.toMatch(/rimu|argon2|"password"|submissionKey|creationKey/)
  expect(everything).not.toContain(otherAgent.agent.id)
  await eventually(
    async () => (await emailsTo(parts.app.dataDir, mine.agent.email))[0]?.subject === 'Your export is ready',
  )
})

test('an export of 100 MB of events uses constant memory and contains each event once', async () => {
  const mine = await createSignedInAgent(parts)
  await createListing(parts.db, { agent: mine.agent })
  await onSeparateConnection(parts.database.url, async (sql) => {
    // Without the daily sums, which are not needed here. Few and long, because the amount of memory depends on their bytes alone.
    await sql`set session_replication_role = replica`
    await sql`insert into event (id, event, "listingId", "userId", pathname, "createdAt")
      select 'evnt_many' || n, 'link_click', listing.id, ${mine.agent.id}, repeat('x', 10000), now() - n / 3 * interval '1 second'
      from listing, generate_series(1, 8000) n where listing."userId" = ${mine.agent.id}`
  })
  const before = memoryKilobytes(parts.app)
  await mine.post('requestExport')
  let most = before
  await eventually(async () => {
    most = Math.max(most, memoryKilobytes(parts.app))
    const [row] = await parts.db.select().from(dataExport).where(eq(dataExport.userId, mine.agent.id))
    return row?.state === 'ready'
  }, 120_000)
  const latest = await finished(mine)
  expect((most - before) / 1024, 'MB').toBeLessThan(150)
  const zip = unzip(Buffer.from(await (await download(latest.id, mine.cookie, 'follow')).arrayBuffer()))
  const events = JSON.parse(String(zip.get('events.json'))) as { id: string }[]
  expect(events).toHaveLength(8_000)
  expect(new Set(events.map(({ id }) => id)).size).toBe(8_000)
})

test('threat 16: only its owner can download an export', async () => {
  const mine = await createSignedInAgent(parts)
  const otherAgent = await createSignedInAgent(parts)
  await mine.post('requestExport')
  const { id } = await finished(mine)

  const [other, missing] = [await download(id, otherAgent.cookie), await download('missing', otherAgent.cookie)]
  expect([other.status, missing.status]).toEqual([404, 404])
  expect(await other.text()).toBe(await missing.text())
  // The redirect to sign-in does not reveal whether the export exists.
  expect([302, 401]).toContain((await download(id)).status)
  expect((await otherAgent.get('fetchLatestExport')).result).toBeNull()
})

test('an export shows its state and progress, and a second one has to wait', async () => {
  const { agent, get, post } = await createSignedInAgent(parts)
  await parts.database.db.insert(dataExport).values({ id: agent.id, userId: agent.id, state: 'running', progress: 40 })
  expect((await get('fetchLatestExport')).result).toMatchObject({ state: 'running', progress: 40, size: null })
  const { status, error } = await post('requestExport')
  expect(status).toBe(409)
  expect(error).toMatchObject({ name: 'ExportRunning' })
})

test('a double click starts one export', async () => {
  const { post } = await createSignedInAgent(parts)
  const answers = await Promise.all(Array.from({ length: 8 }, () => post('requestExport')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
})

test('a failed export can be requested again, and an expired one cannot be downloaded', async () => {
  const mine = await createSignedInAgent(parts)
  const { db } = parts.database
  await db.insert(dataExport).values({ id: mine.agent.id, userId: mine.agent.id, state: 'failed' })
  expect((await mine.post('requestExport')).status).toBe(200)
  const { id } = await finished(mine)
  expect((await download(id, mine.cookie, 'follow')).status).toBe(200)

  await db
    .update(dataExport)
    .set({ expiresAt: new Date(0) })
    .where(eq(dataExport.id, id))
  expect((await download(id, mine.cookie)).status).toBe(404)
})

test('the sweep deletes expired exports, and gives up an export whose process has ended', async () => {
  const { db } = parts.database
  const mine = await createSignedInAgent(parts)
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3600 * 1000)
  const userId = mine.agent.id
  const rows = [
    { id: newId('file'), userId, state: 'running' as const, createdAt: hoursAgo(5) },
    { id: newId('file'), userId, state: 'ready' as const, createdAt: hoursAgo(200), expiresAt: hoursAgo(1) },
  ]
  await db.insert(dataExport).values(rows)
  expect((await mine.post('requestExport')).status).toBe(409)

  const jobs = openJobs(parts.database, createLog({ level: 'silent' }))
  await jobs.start([sweepExportsJob])
  onTestFinished(jobs.stop)
  await jobs.enqueue(db, sweepExportsJob, {})
  const states = async () =>
    (await db.select().from(dataExport).where(eq(dataExport.userId, userId))).map(({ state }) => state)
  await eventually(async () => (await states()).join() === 'failed')
  expect((await mine.post('requestExport')).status).toBe(200)
})

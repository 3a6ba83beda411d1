import { buffer } from 'node:stream/consumers'
import { eq, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataExport } from '#db/schema/accounts.ts'
import { inboundDocument } from '#db/schema/inboundEmails.ts'
import * as schema from '#db/schema/index.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { newStorageKey } from '#platform/storage/storageKeys.server.ts'
import { addMember, createAgency } from '../../../../../test/fixtures/agencies.ts'
import { connectEverything } from '../../../../../test/fixtures/connections.ts'
import { createFile } from '../../../../../test/fixtures/files.ts'
import { createLead } from '../../../../../test/fixtures/leads.ts'
import { createListing } from '../../../../../test/fixtures/listings.ts'
import { unzip } from '../../../../../test/support/content/unzip.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { openServices, registerWorker } from '../../../../../test/support/services/services.ts'
import { findExport, makeExportJob, readLatestExport, requestExport } from './dataExport.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices([registerWorker(makeExportJob)])
})
afterAll(() => opened.close())

/** The names and contents of a finished export. */
async function readExport(agent: Agent, kind: 'account' | 'agency') {
  const { db } = opened.database
  const { id } = await requestExport(opened.services, agent, kind)
  await eventually(async () => (await readLatestExport(db, agent, kind))?.state === 'ready')
  const [row] = await db.select().from(dataExport).where(eq(dataExport.id, id))
  const files = unzip(await buffer(await opened.services.storage.read(row?.path ?? '')))
  return { id, files, all: [...files].map(([name, content]) => `${name}\n${content}`).join('\n') }
}

async function createWork(agent: Agent, name: string) {
  const { db } = opened.database
  const { id: listingId } = await createListing(db, { agent, title: `${name} Street`, slug: name })
  const { id: leadId } = await createLead(db, { listingId, firstName: `${name}buyer` })
  const { id: fileId, path } = await createFile(db, { agent, listingId, originalName: `${name}.pdf` })
  await opened.services.storage.write(path, Buffer.from(`the report of ${name}`), 'application/pdf')
  return { listingId, leadId, fileId }
}

/** Such work, with every connection that an agency can have, and a document from an email that waits. */
async function createConnectedWork(agent: Agent, name: string) {
  const { db } = opened.database
  const work = await createWork(agent, name)
  await connectEverything(db, { ...work, agencyId: agent.agencyId, userId: agent.id, text: name })
  const path = newStorageKey('documents')
  await opened.services.storage.write(path, Buffer.from(`the waiting LIM of ${name}`), 'application/pdf')
  const document = { emailId: `mail_${name}`, path, originalName: 'LIM.pdf', name: 'LIM', size: 20 }
  await db.insert(inboundDocument).values({ ...document, contentType: 'application/pdf' })
  const unread = { ...document, path: newStorageKey('emails'), originalName: 'email', name: 'email' }
  await db.insert(inboundDocument).values({ ...unread, contentType: 'message/rfc822' })
}

test('an owner’s export of the agency has a folder for each lead agent, its members and its log, and no password', async () => {
  const { db } = opened.database
  const office = await createAgency(db)
  await createWork(office.agent, 'rimu')
  await createWork(office.colleague, 'kauri')
  const elsewhere = await createAgency(db)
  await createWork(elsewhere.agent, 'totara')
  const { files, all } = await readExport(office.owner, 'agency')
  for (const text of ['rimu Street', 'kauri Street', 'rimubuyer', 'kauribuyer', 'the report of rimu'])
    expect(all).toContain(text)
  expect(all).not.toContain('totara')
  expect(all).not.toContain('argon2')
  const { members } = JSON.parse(String(files.get('agency.json'))) as { members: { id: string; role: string }[] }
  expect(members).toHaveLength(5)
  expect(String(files.get('activity.json'))).toContain('agency_export_requested')
  expect([...files.keys()].filter((name) => name.endsWith('/leads.json'))).toHaveLength(2)
})

test('a member’s own export has what they lead, and nothing of a colleague', async () => {
  const office = await createAgency(opened.database.db)
  await createWork(office.agent, 'matai')
  await createWork(office.colleague, 'miro')
  const { all } = await readExport(office.agent, 'account')
  expect(all).toContain('mataibuyer')
  expect(all).not.toContain('miro')
})

/** The file in which each table is, in an export of the agency or of the account of a member. */
const exportedTables: Record<string, string> = {
  ...{ user: 'account', profile: 'settings', notification: 'notifications', audit: 'activity' },
  identity: 'linked accounts',
  ...{ passkey: 'passkeys', authenticator: 'authenticator apps', previous_address: 'earlier email addresses' },
  ...{
    agency: 'agency',
    member: 'agency',
    assisted_agent: 'agency',
    member_invitation: 'agency',
    co_agent: 'co-agents',
  },
  ...{ check_in: 'open home visitors', door_device: 'open home devices' },
  ...{ listing: 'listings', open_home: 'open homes', old_slug: 'earlier links', channel: 'links by channel' },
  ...{ file: 'files', file_version: 'file versions', document_change: 'document changes' },
  ...{ lead: 'leads', lead_note: 'lead notes', lead_answer: 'lead answers', person: 'people', event: 'events' },
  ...{ reading: 'readings', reading_search: 'searches in documents', change_recipient: 'change recipients' },
  ...{ invitee: 'invitees', invitee_reading: 'invitee readings', chosen_reader: 'chosen readers' },
  ...{ acknowledgement: 'acknowledgements', acknowledgement_reminder: 'acknowledgement reminders' },
  ...{ record_entry: 'record', record_subject: 'record subjects', reply_template: 'reply templates' },
  ...{ api_key: 'api keys', webhook_endpoint: 'webhooks', webhook_message: 'webhook messages' },
  ...{ feed_run: 'imports', feed_listing: 'imported listings', feed_photo: 'imported photos' },
  ...{ calendar_link: 'calendar links', device: 'devices' },
  ...{ buyer_message: 'messages', message_recipient: 'message recipients' },
  silenced_address: 'addresses without messages',
  ...{ vendor_report: 'vendor reports', vendor_link: 'vendor links', vendor_report_email: 'vendor report emails' },
  ...{ inbound_email: 'emails to listings', inbound_document: 'emailed documents' },
}
const otherTables = {
  'sums and pictures of what is exported': ['event_day', 'listing_move', 'reading_sum', 'share_picture', 'record_head'],
  'work in progress': ['upload', 'data_export', 'lead_digest', 'reading_session', 'webhook_delivery'],
  'secrets, and what only works in one browser': [
    ...['session', 'token', 'email_code', 'push_subscription', 'signing_key', 'repeatable_request'],
    ...['recovery_code', 'kept_key'],
  ],
  'protection against abuse': [
    ...['rate_limit', 'used_bot_check', 'used_trial', 'visitor_salt', 'visitor_seen', 'visitor_address'],
  ],
  'steps of signing in and getting back in, which the activity log has': [
    ...['pending_sign_in', 'passkey_challenge', 'identity_request', 'account_recovery'],
  ],
  'payments, which are at Stripe': ['subscription', 'checkout', 'payment_event'],
}

test('every table is in an export of the agency or of an account, unless there is a reason', async () => {
  const office = await createAgency(opened.database.db)
  await createConnectedWork(office.agent, 'rata')
  const tables = Object.values(schema).flatMap((one) => (is(one, PgTable) ? getTableName(one) : []))
  expect([...Object.keys(exportedTables), ...Object.values(otherTables).flat()].toSorted()).toEqual(tables.toSorted())
  const own = await readExport(office.agent, 'account')
  const ofAgency = await readExport(office.owner, 'agency')
  const names = [...own.files.keys(), ...ofAgency.files.keys()].map((path) => path.split('/').at(-1))
  expect(Object.values(exportedTables).filter((name) => !names.includes(`${name}.json`))).toEqual([])
})

test('connections are in the exports of the agency and of their member with each row, without hashes and secrets', async () => {
  const office = await createAgency(opened.database.db)
  await createConnectedWork(office.agent, 'hinau')
  await createConnectedWork(office.colleague, 'tawa')
  const connections = [
    ...['imports', 'imported listings', 'imported photos', 'emails to listings', 'emailed documents'],
    ...['links by channel', 'webhooks'],
  ]
  for (const [kind, agent] of [
    ['account', office.agent],
    ['agency', office.owner],
  ] as const) {
    const { files, all } = await readExport(agent, kind)
    const contentOf = (name: string) =>
      [...files].flatMap(([path, content]) => (path.endsWith(`${name}.json`) ? String(content) : [])).join('\n')
    for (const name of connections) {
      expect([kind, name, contentOf(name)]).toEqual([kind, name, expect.stringContaining('hinau')])
      expect(contentOf(name)).not.toMatch(/"(?:\w*[Hh]ash|\w*[Ss]ecret|sha256|token\w*)":/)
      expect(contentOf(name).includes('tawa')).toBe(kind === 'agency')
    }
    expect(all).toContain('the waiting LIM of hinau')
    expect(all.includes('the waiting LIM of tawa')).toBe(kind === 'agency')
    expect(contentOf('emailed documents')).not.toContain('message/rfc822')
  }
})

test('threat 158: an export of the agency is for the owner who asked, while they are an owner', async () => {
  const { db } = opened.database
  const { owner, manager, agent } = await createAgency(db)
  for (const one of [manager, agent])
    await expect(requestExport(opened.services, one, 'agency')).rejects.toMatchObject({ status: 403 })
  const second = await addMember(db, owner, { role: 'owner' })
  const { id } = await readExport(second, 'agency')
  await expect(findExport(opened.services, owner, id)).rejects.toMatchObject({ status: 404 })
  expect(await findExport(opened.services, second, id)).toMatchObject({ isOfAgency: true })
  await expect(findExport(opened.services, { ...second, role: 'manager' }, id)).rejects.toMatchObject({ status: 404 })
  // Nor where they work in another agency, of which they are an owner as well.
  const elsewhere = { ...second, agencyId: (await createAgency(db)).owner.agencyId }
  await expect(findExport(opened.services, elsewhere, id)).rejects.toMatchObject({ status: 404 })
  await expect(readLatestExport(db, manager, 'agency')).rejects.toMatchObject({ status: 403 })
  // It is no export of their account.
  expect(await readLatestExport(db, second, 'account')).toBeNull()
})

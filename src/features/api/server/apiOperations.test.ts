import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { member } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { lead } from '#db/schema/leads.ts'
import { person } from '#db/schema/people.ts'
import { addMember, shareListing } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createChannel } from '../../../../test/fixtures/channels.ts'
import { textPdf } from '../../../../test/fixtures/content/pdf.ts'
import { createEvent } from '../../../../test/fixtures/events.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createListing, createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { createReading, createReadingSum } from '../../../../test/fixtures/readings.ts'
import { createApiClient } from '../../../../test/support/services/apiClient.ts'
import { useFileServices } from '../../../../test/support/services/fileServices.ts'
import { type OpenStorage, openDisk } from '../../../../test/support/services/storages.ts'

const disk = {} as OpenStorage
beforeAll(async () => {
  Object.assign(disk, await openDisk())
})
afterAll(() => disk.close())
const context = useFileServices(disk)

let client: Awaited<ReturnType<typeof createApiClient>>
let stranger: typeof client
beforeAll(async () => {
  client = await createApiClient(context.services, context.agent)
  stranger = await createApiClient(context.services, context.otherAgent)
})

interface Part {
  url: string
  headers: Record<string, string>
  offset: number
  length: number
}

/** As a program does it: begin, send the parts, finish. */
async function upload(name: string, bytes: Uint8Array<ArrayBuffer>, fields: object) {
  const begun = await client.send('POST', '/uploads', {
    body: { name, contentType: 'application/pdf', contentLength: String(bytes.length), ...fields },
  })
  expect(begun.status).toBe(201)
  for (const { url, headers, offset, length } of begun.body.parts as Part[])
    expect((await fetch(disk.at(url), { method: 'PUT', headers, body: bytes.slice(offset, offset + length) })).ok).toBe(
      true,
    )
  return begun.body.uploadId as string
}

const pdf = (line: string) => new Uint8Array(textPdf([line]))

describe('files', () => {
  test('are uploaded, replaced by a next version, and downloaded', async () => {
    const listingId = await context.newListing()
    const uploadId = await upload('LIM report.pdf', pdf('First'), { listingId })
    expect((await client.send('GET', `/uploads/${uploadId}`)).body.parts).toEqual([])
    const finish = () =>
      client.send('POST', `/uploads/${uploadId}/finish`, { headers: { 'idempotency-key': 'finish' } })
    const finished = await finish()
    expect(finished).toMatchObject({ status: 200, body: { listingId, version: 1, type: 'file' } })
    expect((await finish()).text).toBe(finished.text)
    const path = `/files/${finished.body.id}`
    const next = await upload('LIM report 2.pdf', pdf('Second'), { replaces: finished.body.id, note: 'Newer' })
    expect((await client.send('POST', `/uploads/${next}/finish`)).body).toMatchObject({
      id: finished.body.id,
      version: 2,
    })
    expect((await client.send('GET', `${path}/versions`)).body.data).toMatchObject([
      { version: 2, note: 'Newer' },
      { version: 1 },
    ])
    const { url } = (await client.send('POST', `${path}/download`, { body: { version: 1 } })).body
    expect(Buffer.from(await (await fetch(disk.at(url))).arrayBuffer()).equals(Buffer.from(pdf('First')))).toBe(true)
    expect((await client.send('POST', `${path}/download`)).status).toBe(200)
  })

  test('whose upload was cancelled can’t be finished', async () => {
    const uploadId = await upload('Title.pdf', pdf('Title'), { listingId: await context.newListing() })
    expect((await stranger.send('DELETE', `/uploads/${uploadId}`)).status).not.toBe(500)
    expect((await client.send('DELETE', `/uploads/${uploadId}`)).status).toBe(204)
    expect((await client.send('POST', `/uploads/${uploadId}/finish`)).status).toBe(404)
  })

  test('threat 170: are not uploaded to another agency of the key’s member', async () => {
    const { agencyId } = context.otherAgent
    await context.database.db.insert(member).values({ agencyId, userId: context.agent.id, role: 'manager' })
    const elsewhere = await createApiClient(context.services, { ...context.agent, agencyId, role: 'manager' })
    const uploadId = await upload('Title.pdf', pdf('Title'), { listingId: await context.newListing() })
    const attempts = [
      ['GET', `/uploads/${uploadId}`],
      ['POST', `/uploads/${uploadId}/finish`],
      ['DELETE', `/uploads/${uploadId}`],
    ] as const
    for (const [method, path] of attempts) expect((await elsewhere.send(method, path)).status).toBe(404)
    expect((await client.send('POST', `/uploads/${uploadId}/finish`)).status).toBe(200)
    expect((await elsewhere.send('POST', `/uploads/${uploadId}/finish`)).status).toBe(404)
  })

  test('are ordered, renamed, archived, restored and opened to fewer buyers, as in the portal', async () => {
    const { db } = context.database
    const listingId = await context.newListing()
    const ids = []
    for (const name of ['A', 'B']) ids.push((await createFile(db, { agent: context.agent, listingId, name })).id)
    const order = async () =>
      (await client.send('GET', `/listings/${listingId}/files`)).body.data.map(({ id }: { id: string }) => id)
    expect(await order()).toEqual(ids)
    expect(
      (await client.send('PUT', `/listings/${listingId}/files/order`, { body: { ids: ids.toReversed() } })).status,
    ).toBe(204)
    expect(await order()).toEqual(ids.toReversed())

    const path = `/files/${ids[0]}`
    expect((await client.send('PATCH', path, { body: { name: 'LIM', issuedOn: '2026-03-01' } })).body).toMatchObject({
      name: 'LIM',
      issuedOn: '2026-03-01',
    })
    expect((await client.send('GET', path)).body).toMatchObject({ name: 'LIM', listingId })
    expect((await client.send('POST', `${path}/archive`)).status).toBe(204)
    expect((await client.send('GET', `/files?listingId=${listingId}`)).body.data).toMatchObject([{ id: ids[1] }])
    expect((await client.send('POST', `${path}/restore`)).status).toBe(204)

    const settings = { access: 'chosen', isViewOnly: null, isWatermarked: null, leadIds: [] }
    expect((await client.send('PUT', `${path}/settings`, { body: settings })).status).toBe(204)
    expect((await client.send('GET', `${path}/settings`)).body).toEqual(settings)
  })

  test('of another agency are not found by any operation', async () => {
    const listingId = await context.newListing()
    const { id } = await createFile(context.database.db, { agent: context.agent, listingId })
    const responses = [
      await stranger.send('GET', `/files/${id}`),
      await stranger.send('PATCH', `/files/${id}`, { body: { name: 'Mine' } }),
      await stranger.send('POST', `/files/${id}/archive`),
      await stranger.send('GET', `/files/${id}/versions`),
      await stranger.send('POST', `/files/${id}/download`),
      await stranger.send('GET', `/files/${id}/settings`),
      await stranger.send('GET', `/listings/${listingId}/files`),
      await stranger.send('PUT', `/listings/${listingId}/files/order`, { body: { ids: [id] } }),
    ]
    expect(responses.map(({ status }) => status)).toEqual(Array(responses.length).fill(404))
  })
})

describe('leads', () => {
  const contact = { firstName: 'Mere', lastName: 'Walker', phone: '', note: '', consent: 'They wrote to us' }

  test('are added once, listed, read and changed', async () => {
    const listingId = await context.newListing()
    const body = { listingId, ...contact, email: 'mere@example.nz' }
    const added = await client.send('POST', '/leads', { body })
    expect(added).toMatchObject({ status: 201, body: { isNew: true } })
    expect((await client.send('POST', '/leads', { body })).body).toMatchObject({ id: added.body.id, isNew: false })
    const path = `/leads/${added.body.id}`
    expect(
      (await client.send('PATCH', path, { body: { status: 'viewing', agentNote: 'Saturday' } })).body,
    ).toMatchObject({ status: 'viewing', agentNote: 'Saturday', email: 'mere@example.nz' })
    expect((await client.send('GET', `/leads?listingId=${listingId}&status=viewing`)).body).toMatchObject({
      data: [{ id: added.body.id, firstName: 'Mere' }],
      next: null,
    })
    expect((await client.send('GET', `/leads?listingId=${listingId}&status=new`)).body.data).toEqual([])
    expect((await client.send('GET', path)).body).toMatchObject({ answers: [], isVerified: false, withdrawnAt: null })
  })

  test('show the link by which they came, and none if they came by none', async () => {
    const { db } = context.database
    const listingId = await context.newListing()
    const flyer = await createChannel(db, { listingId, name: 'Flyer' })
    const poster = await createChannel(db, { listingId, kind: 'poster', name: '' })
    const came = [
      { channelId: flyer.id, channel: { id: flyer.id, kind: 'own', name: 'Flyer' } },
      { channelId: poster.id, channel: { id: poster.id, kind: 'poster', name: '' } },
      { channelId: null, channel: null },
    ]
    for (const [at, { channelId, channel }] of came.entries()) {
      const email = `came-${at}@example.nz`
      const { id } = await createLead(db, { listingId, email, channelId })
      expect((await client.send('GET', `/leads/${id}`)).body.channel).toEqual(channel)
      const again = await client.send('POST', '/leads', { body: { listingId, ...contact, email } })
      expect(again.body).toEqual({ id, isNew: false, channel })
    }
    const added = await client.send('POST', '/leads', { body: { listingId, ...contact, email: 'new@example.nz' } })
    expect(added.body).toMatchObject({ isNew: true, channel: null })
    const { data } = (await client.send('GET', `/leads?listingId=${listingId}&sort=oldest`)).body
    expect(data.map(({ channel }: { channel: unknown }) => channel)).toEqual([
      ...came.map(({ channel }) => channel),
      null,
    ])
    expect(Object.keys(data[0])).not.toContain('channelId')
  })

  test('without a way to reach them get a problem that points at the field', async () => {
    const body = { listingId: await context.newListing(), ...contact, email: '' }
    expect((await client.send('POST', '/leads', { body })).body).toMatchObject({
      status: 400,
      errors: [{ pointer: '#/phone' }],
    })
  })

  test('come in pages', async () => {
    const listingId = await context.newListing()
    for (const firstName of ['A', 'B', 'C']) await createLead(context.database.db, { listingId, firstName })
    const names: string[] = []
    let cursor = ''
    do {
      const path = `/leads?listingId=${listingId}&limit=1&sort=name${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
      const { data, next } = (await client.send('GET', path)).body
      names.push(...data.map(({ firstName }: { firstName: string }) => firstName))
      cursor = next
    } while (cursor)
    expect(names).toEqual(['A', 'B', 'C'])
  })

  test('are archived, restored, kept from the documents and let in again', async () => {
    const { id } = await createLead(context.database.db, { listingId: await context.newListing() })
    const read = async () => (await client.send('GET', `/leads/${id}`)).body
    for (const [action, field] of [
      ['archive', 'archivedAt'],
      ['withdraw-access', 'withdrawnAt'],
    ] as const) {
      expect((await client.send('POST', `/leads/${id}/${action}`)).status).toBe(204)
      expect((await read())[field]).toMatch(/Z$/)
    }
    expect((await client.send('POST', `/leads/${id}/restore`)).status).toBe(204)
    expect((await client.send('POST', `/leads/${id}/restore-access`)).status).toBe(204)
    expect(await read()).toMatchObject({ archivedAt: null, withdrawnAt: null })
  })

  test('are assigned to a member who works on the listing', async () => {
    const { db } = context.database
    const colleague = await addMember(db, context.agent, { role: 'agent' })
    const listingId = await context.newListing()
    const { id } = await createLead(db, { listingId })
    const assign = (assigneeId: string | null) => client.send('PUT', `/leads/${id}/assignee`, { body: { assigneeId } })
    expect((await assign(colleague.id)).body).toMatchObject({ status: 400, errors: [{ pointer: '#/assigneeId' }] })
    await shareListing(db, listingId, colleague)
    expect((await assign(colleague.id)).status).toBe(204)
    expect((await client.send('GET', `/leads/${id}`)).body.assigneeId).toBe(colleague.id)
  })

  test('are erased with everything about them, and a person who has another enquiry stays', async () => {
    const { db } = context.database
    const email = 'erased@example.nz'
    const first = await createLead(db, { listingId: await context.newListing(), email })
    const second = await createLead(db, { listingId: await context.newListing(), email })
    expect((await stranger.send('DELETE', `/leads/${first.id}`)).status).toBe(404)
    expect((await client.send('DELETE', `/leads/${first.id}`)).status).toBe(204)
    expect((await client.send('GET', `/leads/${first.id}`)).status).toBe(404)
    expect((await client.send('GET', `/leads/${second.id}`)).status).toBe(200)
    expect((await client.send('DELETE', `/leads/${second.id}`)).status).toBe(204)
    expect(await db.$count(person, eq(person.email, email))).toBe(0)
    expect(await db.$count(audit, eq(audit.action, 'person_erased'))).toBe(2)
    expect((await client.send('DELETE', `/leads/${second.id}`)).status).toBe(404)
  })
})

describe('people', () => {
  test('are listed, corrected in all their enquiries, and erased', async () => {
    const { db } = context.database
    const email = 'ari@example.nz'
    const { id } = await createLead(db, { listingId: await context.newListing(), email, firstName: 'Arry' })
    await createLead(db, { listingId: await context.newListing(), email, firstName: 'Arry' })
    const [found] = (await client.send('GET', '/people?search=ari%40example.nz')).body.data
    expect(found).toMatchObject({ firstName: 'Arry', leadCount: 2 })
    const path = `/people/${found.id}`
    expect((await client.send('GET', path)).body.enquiries).toHaveLength(2)
    const details = { firstName: 'Ari', lastName: 'Tane', email, phone: '021 555 0199', note: 'Prefers texts' }
    const corrected = await client.send('PUT', path, { body: details })
    expect([corrected.status, corrected.text]).toEqual([204, ''])
    expect((await client.send('GET', `/leads/${id}`)).body).toMatchObject({ firstName: 'Ari', phone: '+64215550199' })
    expect((await stranger.send('DELETE', path)).status).toBe(404)
    expect((await client.send('DELETE', path)).status).toBe(204)
    expect(await db.$count(lead, eq(lead.personId, found.id))).toBe(0)
  })
})

describe('events and figures', () => {
  test('are those of the agency’s listings, by listing and in pages', async () => {
    const { db } = context.database
    const { id: listingId } = await createPublishedListing(db, { agent: context.agent })
    const { id: fileId } = await createFile(db, { agent: context.agent, listingId })
    const { id: leadId } = await createLead(db, { listingId })
    await createEvent(db, { event: 'file_view', listingId, fileId, leadId })
    await createReading(db, { leadId, fileId, pageSeconds: [20, 40] })
    await createReadingSum(db, { fileId, pageSeconds: [20, 40], pageReaders: [1, 1] })
    const events = await client.send('GET', `/events?listingId=${listingId}&limit=1`)
    expect(events.body).toMatchObject({ data: [{ event: 'file_view', fileId, leadId }], next: expect.any(String) })
    expect((await client.send('GET', `/engagement?listingId=${listingId}`)).body).toMatchObject({
      leads: { now: 1, before: 0 },
      filesOpened: { now: 1, before: 0 },
    })
    expect((await client.send('GET', `/reading?listingId=${listingId}`)).body).toMatchObject({
      data: [{ fileId, seconds: 60, readers: 1 }],
    })
    expect((await stranger.send('GET', `/events?listingId=${listingId}`)).body.data ?? []).toEqual([])
    expect((await stranger.send('GET', `/reading?listingId=${listingId}`)).body.data ?? []).toEqual([])
  })
})

describe('members', () => {
  test('are those of the agency', async () => {
    const { db } = context.database
    const boss = await createAgent(db)
    const colleague = await addMember(db, boss, { role: 'agent' })
    const program = await createApiClient(context.services, boss)
    const { data } = (await program.send('GET', '/members')).body
    expect(data).toHaveLength(2)
    expect(data).toContainEqual(expect.objectContaining({ id: boss.id, role: 'owner', email: boss.email }))
    expect(data).toContainEqual(expect.objectContaining({ id: colleague.id, role: 'agent' }))
  })

  test('get a listing that another one led', async () => {
    const { db } = context.database
    const boss = await createAgent(db)
    const colleague = await addMember(db, boss, { role: 'agent' })
    const { id } = await createListing(db, { agent: boss })
    const program = await createApiClient(context.services, boss)
    const body = { userId: colleague.id, staysCoAgent: false }
    expect((await program.send('POST', `/listings/${id}/hand-over`, { body })).status).toBe(204)
    expect((await program.send('GET', '/listings')).body.data).toMatchObject([{ id, userId: colleague.id }])
    const outside = { userId: context.agent.id, staysCoAgent: false }
    expect((await program.send('POST', `/listings/${id}/hand-over`, { body: outside })).status).toBeLessThan(500)
  })
})

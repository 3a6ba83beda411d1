import { eq, getTableColumns } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { file, fileVersion } from '../../src/db/schema/files.ts'
import { invitee } from '../../src/db/schema/invitees.ts'
import { lead } from '../../src/db/schema/leads.ts'
import { listing } from '../../src/db/schema/listings.ts'
import { notification } from '../../src/db/schema/notifications.ts'
import { person } from '../../src/db/schema/people.ts'
import { archiveListing, publishListing } from '../../src/features/listings/server/listings.server.ts'
import type { Agent } from '../../src/platform/auth/sessions.server.ts'
import { newStorageKey, variantKey } from '../../src/platform/storage/storageKeys.server.ts'
import { createSignedInAgent } from '../fixtures/agents.ts'
import { createFile } from '../fixtures/files.ts'
import { createInvitee, createLead } from '../fixtures/leads.ts'
import { createListing, createPublishedListing, publicFacts } from '../fixtures/listings.ts'
import { call } from '../support/call.ts'
import { useDeployedApp, WITHOUT_JOBS } from '../support/processes/deployedApp.ts'
import { authorisation } from './authorisation.ts'
import { analyticsCalls, byFile, byLead, byListing, byPerson, byVersion } from './callsAboutThings.ts'

const parts = useDeployedApp(WITHOUT_JOBS)
/** How hot a lead is may be worked out in the background at any moment. */
const {
  heat: _heat,
  heatPoints: _points,
  heatDay: _day,
  isHeatDue: _due,
  updatedAt: _at,
  ...exceptHeat
} = getTableColumns(lead)
let mine: Awaited<ReturnType<typeof createSignedInAgent>>
let otherAgent: typeof mine
beforeAll(async () => {
  mine = await createSignedInAgent(parts)
  otherAgent = await createSignedInAgent(parts)
})

async function newListing(agent: Agent) {
  return (await createListing(parts.db, { agent })).id
}

async function newFile(agent: Agent, more: Partial<typeof file.$inferInsert> = {}) {
  const path = newStorageKey('photos')
  await parts.storage.write(path, Buffer.from('original'), 'image/jpeg')
  await parts.storage.write(variantKey(path, 'w480'), Buffer.from('small'), 'image/webp')
  const photo = { path, name: 'Front', type: 'image', contentType: 'image/jpeg', size: 8 } as const
  return (await createFile(parts.db, { agent, ...photo, ...more })).id
}

const ask = (who: { cookie: string }, name: string, data: object) =>
  call(parts.url, name, { method: authorisation[name]?.method, data, headers: { cookie: who.cookie } })

describe('threat 16: another agent’s data responds as if it did not exist', () => {
  test.each(Object.entries(byListing))(
    '%s: another agent’s listing responds like a missing one; a malformed id gets a 400',
    async (name, asking) => {
      const theirs = await newListing(otherAgent.agent)
      const before = await parts.database.db.select().from(listing)
      const [other, missing] = [await ask(mine, name, asking(theirs)), await ask(mine, name, asking('list_missing'))]
      expect([other.status, missing.status]).toEqual([404, 404])
      expect(other.text).toBe(missing.text)
      for (const malformed of ['', 'file_1', "list_1' or true", 'x'.repeat(500)])
        expect((await ask(mine, name, asking(malformed))).status).toBe(400)
      expect(await parts.database.db.select().from(listing)).toEqual(before)
    },
  )

  test.each(Object.entries(byFile))(
    '%s: another agent’s file responds like a missing one; a malformed id gets a 400',
    async (name, asking) => {
      const theirs = await newFile(otherAgent.agent)
      const before = await parts.database.db.select().from(file)
      const [other, missing] = [await ask(mine, name, asking(theirs)), await ask(mine, name, asking('file_missing'))]
      expect([other.status, missing.status]).toEqual([404, 404])
      expect(other.text).toBe(missing.text)
      for (const malformed of ['', 'list_1', '../x', 'x'.repeat(500)])
        expect((await ask(mine, name, asking(malformed))).status).toBe(400)
      expect(await parts.database.db.select().from(file)).toEqual(before)
    },
  )

  test.each(Object.entries(byFile))('%s works for the agent’s own file, archived or not', async (name, asking) => {
    for (const archivedAt of [null, new Date()]) {
      const own = await newFile(mine.agent, { archivedAt })
      // Only what is archived can be deleted for good.
      const isRefused = name === 'deleteFiles' && !archivedAt
      expect((await ask(mine, name, asking(own))).status).toBe(isRefused ? 409 : 200)
    }
  })

  test.each(Object.entries(byVersion))(
    'threat 137: %s: versions of another agent’s document respond like missing ones; a malformed id gets a 400',
    async (name, { ask: asking, ownStatus }) => {
      const { db } = parts.database
      const [own, theirs] = [
        await createFile(db, { agent: mine.agent }),
        await createFile(db, { agent: otherAgent.agent }),
      ]
      expect((await ask(mine, name, asking(own.id))).status).toBe(ownStatus)
      const before = await db.select().from(fileVersion)
      const [other, missing] = [await ask(mine, name, asking(theirs.id)), await ask(mine, name, asking('file_missing'))]
      expect([other.status, missing.status]).toEqual([404, 404])
      expect(other.text).toBe(missing.text)
      for (const malformed of ['', 'list_1', '../x', 'x'.repeat(500)])
        expect((await ask(mine, name, asking(malformed))).status).toBe(400)
      expect(await db.select().from(fileVersion)).toEqual(before)
    },
  )

  test.each(Object.entries(byLead))(
    '%s: another agent’s lead responds like a missing one; a malformed id gets a 400',
    async (name, asking) => {
      const { db } = parts.database
      const { id: theirs } = await createLead(db, {
        listingId: (await createPublishedListing(db, { agent: otherAgent.agent })).id,
      })
      const readAll = () =>
        Promise.all([
          db.select(exceptHeat).from(lead).orderBy(lead.id),
          db.select().from(notification).orderBy(notification.id),
        ])
      const before = await readAll()
      const [other, missing] = [await ask(mine, name, asking(theirs)), await ask(mine, name, asking('lead_missing'))]
      expect([other.status, missing.status]).toEqual([404, 404])
      expect(other.text).toBe(missing.text)
      for (const malformed of ['', 'list_1', "lead_1' or true", 'x'.repeat(500)])
        expect((await ask(mine, name, asking(malformed))).status).toBe(400)
      expect(await readAll()).toEqual(before)
    },
  )

  test.each(Object.entries(byLead))(
    '%s works for the agent’s own lead, archived or not, even without a subscription',
    async (name, asking) => {
      const { db } = parts.database
      const lapsed = await createSignedInAgent(parts, { subscriptionActive: false })
      const { id: listingId } = await createPublishedListing(db, { agent: lapsed.agent })
      for (const archivedAt of [null, new Date()]) {
        const { id: own } = await createLead(db, { listingId, archivedAt })
        expect((await ask(lapsed, name, asking(own))).status).toBe(200)
        expect((await ask(lapsed, name, { ...asking(own), userId: otherAgent.agent.id })).status).toBe(400)
      }
    },
  )

  test.each(['revokeLeadInvitee', 'restoreLeadInvitee'])(
    'threat 134: %s: an invitee of another agent’s lead responds like a missing one; a malformed id gets a 400',
    async (name) => {
      const { db } = parts.database
      const theirs = await createLead(db, {
        listingId: (await createPublishedListing(db, { agent: otherAgent.agent })).id,
      })
      const invited = await createInvitee(db, { leadId: theirs.id })
      const [other, missing] = [
        await ask(mine, name, { inviteeId: invited.id }),
        await ask(mine, name, { inviteeId: 'invt_missing' }),
      ]
      expect([other.status, missing.status]).toEqual([404, 404])
      expect(other.text).toBe(missing.text)
      for (const malformed of ['', 'lead_1', "invt_1' or true", 'x'.repeat(500)])
        expect((await ask(mine, name, { inviteeId: malformed })).status).toBe(400)
      expect(await db.select().from(invitee).where(eq(invitee.id, invited.id))).toEqual([invited])
      expect((await ask(otherAgent, name, { inviteeId: invited.id })).status).toBe(200)
    },
  )

  test.each(Object.entries(byPerson))(
    'threat 119: %s: another agent’s person responds like a missing one; a malformed id gets a 400',
    async (name, asking) => {
      const { db } = parts.database
      const createPerson = async ({ agent }: typeof mine) =>
        (await createLead(db, { listingId: (await createPublishedListing(db, { agent })).id })).personId
      const [own, theirs] = [await createPerson(mine), await createPerson(otherAgent)]
      const before = await Promise.all([
        db.select().from(lead).orderBy(lead.id),
        db.select().from(person).orderBy(person.id),
      ])
      const [other, missing] = [
        await ask(mine, name, asking(theirs, own)),
        await ask(mine, name, asking('pers_missing', own)),
      ]
      expect([other.status, missing.status]).toEqual([404, 404])
      expect(other.text).toBe(missing.text)
      for (const malformed of ['', 'lead_1', "pers_1' or true", 'x'.repeat(500)])
        expect((await ask(mine, name, asking(malformed, own))).status).toBe(400)
      expect(
        await Promise.all([db.select().from(lead).orderBy(lead.id), db.select().from(person).orderBy(person.id)]),
      ).toEqual(before)
    },
  )

  test.each(analyticsCalls)(
    '%s responds for another agent’s listing, lead or file like for a missing one',
    async (name) => {
      const { db } = parts.database
      const { id: listingId } = await createPublishedListing(db, { agent: otherAgent.agent })
      const theirs = {
        listingId,
        leadId: (await createLead(db, { listingId })).id,
        fileId: await newFile(otherAgent.agent),
      }
      const missing = { listingId: 'list_missing', leadId: 'lead_missing', fileId: 'file_missing' }
      for (const key of Object.keys(theirs) as (keyof typeof theirs)[]) {
        const [other, none] = [
          await ask(mine, name, { [key]: theirs[key] }),
          await ask(mine, name, { [key]: missing[key] }),
        ]
        expect([other.status, none.status]).toEqual([404, 404])
        expect(other.text).toBe(none.text)
        for (const malformed of ['usr_1', "list_1' or true", 'x'.repeat(500)])
          expect((await ask(mine, name, { [key]: malformed })).status).toBe(400)
        expect((await ask(otherAgent, name, { [key]: theirs[key] })).status).toBe(200)
      }
      expect((await ask(mine, name, { userId: otherAgent.agent.id })).status).toBe(400)
    },
  )

  test('the table of this test names every call about a listing, a file or a lead', () => {
    const about = Object.keys(authorisation).filter((name) =>
      /listing|coAgents|(?<!pro)file|version|(?<!re)cover|download|upload|lead|nextAction|sendPrivateLink|person|people|read|emailedDocument|makeEmailAddress|(?<!fetch)access/i.test(
        name,
      ),
    )
    const withoutId = [
      ...[
        'fetchPublicListing',
        'fetchGoneListing',
        'fetchListings',
        'fetchListingCounts',
        'createListing',
        'fetchFiles',
      ],
      // The buyer's, who has no id of a lead, and lists of all.
      ...['submitLead', 'eraseReading', 'inviteReader', 'fetchLeads', 'fetchLeadCounts', 'fetchPeople'],
      // Settings of the agent's own.
      ...['saveReadingRetention', 'saveVersionRetention'],
      // Tried above with each id.
      ...['fetchListingViews', 'fetchListingEngagement', 'fetchReadingTime', 'revokeLeadInvitee', 'restoreLeadInvitee'],
      // Where an agency sends its leads, and a test lead.
      ...['fetchLeadForwards', 'addLeadForward', 'changeLeadFormat', 'removeLeadForward', 'resendLeadForwardLink'],
      'sendTestLead',
      ...['fetchLeadForwardConfirmation', 'confirmLeadForward'],
      // About a link of a listing, which roles.test.ts tries with each role and another agency.
      ...['renameListingLink', 'archiveListingLink'],
      // About an upload, which src/features/files/server/uploads.test.ts tries with another agent.
      ...['resumeUpload', 'finishUpload', 'cancelUpload'],
    ]
    const tried = Object.keys({ ...byListing, ...byFile, ...byVersion, ...byLead, ...byPerson })
    expect(about.filter((name) => !withoutId.includes(name)).sort()).toEqual(tried.sort())
  })
})

describe('a photo', () => {
  const look = async (id: string, cookie = '', width = '480') => {
    const answer = await fetch(`${parts.url}/photos/${id}/${width}`, { headers: { cookie } })
    return { status: answer.status, cache: answer.headers.get('cache-control'), body: await answer.text() }
  }

  test('threat 19: is public while its listing is published, and always visible to its agent', async () => {
    const { db } = parts.database
    const listingId = await newListing(mine.agent)
    const id = await newFile(mine.agent, { listingId })
    const missing = await look('file_missing')
    expect(await look(id)).toEqual(missing)
    expect(missing.status).toBe(404)
    expect(await look(id, mine.cookie)).toMatchObject({ status: 200, body: 'small', cache: 'private, no-cache' })
    expect(await look(id, otherAgent.cookie)).toEqual(missing)

    await publishListing(db, mine.agent, listingId)
    expect(await look(id)).toMatchObject({ status: 200, body: 'small', cache: 'public, no-cache' })
    expect((await look(id, '', '9999')).status).toBe(404)
    expect((await call(parts.url, 'fetchImageUrl', { data: { id } })).result).toEqual({
      url: `${parts.url}/photos/${id}/960`,
    })

    await archiveListing(db, mine.agent, listingId)
    expect(await look(id)).toEqual(missing)
    expect((await call(parts.url, 'fetchImageUrl', { data: { id } })).status).toBe(404)
    expect((await look(id, mine.cookie)).status).toBe(200)
  })

  test('threat 88: is revalidated on each use: unchanged it is not sent again, archived it is gone', async () => {
    const listingId = await newListing(mine.agent)
    const id = await newFile(mine.agent, { listingId })
    await publishListing(parts.database.db, mine.agent, listingId)
    const kept: { path: string; headers: Record<string, string> }[] = []
    for (const path of [`/photos/${id}/480`, `/listings/${listingId}/preview.jpg`]) {
      const { status, headers } = await fetch(parts.url + path)
      expect([status, headers.get('cache-control')], path).toEqual([200, 'public, no-cache'])
      kept.push({ path, headers: { 'if-none-match': headers.get('etag') ?? '' } })
    }
    const statuses = () =>
      Promise.all(kept.map(async ({ path, headers }) => (await fetch(parts.url + path, { headers })).status))
    expect(await statuses()).toEqual([304, 304])
    await archiveListing(parts.database.db, mine.agent, listingId)
    expect(await statuses()).toEqual([404, 410])
  })

  test('threat 19: that is archived is not public, and neither is a document', async () => {
    const listingId = await newListing(mine.agent)
    await publishListing(parts.database.db, mine.agent, listingId)
    const archived = await newFile(mine.agent, { listingId, archivedAt: new Date() })
    const document = await newFile(mine.agent, { listingId, type: 'file' })
    for (const id of [archived, document]) {
      expect((await look(id)).status).toBe(404)
      expect((await look(id, mine.cookie)).status).toBe(200)
    }
  })
})

test('threat 20: the public listing has exactly these fields', async () => {
  const id = await newListing(mine.agent)
  await newFile(mine.agent, { listingId: id })
  await newFile(mine.agent, { listingId: id, type: 'file', contentType: 'application/pdf' })
  await publishListing(parts.database.db, mine.agent, id)
  const { result, text } = await call(parts.url, 'fetchPublicListing', { data: { id } })
  const told = result as { photos: object[]; documents: object[]; facts: object }
  const keys = (thing: object | undefined) => Object.keys(thing ?? {}).sort()
  expect(keys(told)).toEqual(
    [
      ...['brand', 'changedAt', 'description', 'documents', 'facts', 'id', 'photos', 'privacyText'],
      ...['questions', 'slug', 'subtitle', 'title'],
    ].sort(),
  )
  expect(keys(told.facts)).toEqual(keys(publicFacts()))
  expect(keys(told.photos[0])).toEqual(['height', 'id', 'placeholder', 'replacedAt', 'width'])
  expect(keys(told.documents[0])).toEqual(
    [
      'changedAt',
      'contentType',
      'id',
      'isUpdated',
      'isViewOnly',
      'issuedOn',
      'kind',
      'name',
      'pageCount',
      'size',
    ].sort(),
  )
  for (const secret of [mine.agent.id, mine.agent.email, 'photos/']) expect(text).not.toContain(secret)
})

test('threat 25: a draft, an archived draft and a missing listing get the same response', async () => {
  const draft = await newListing(mine.agent)
  const archived = await newListing(mine.agent)
  await archiveListing(parts.database.db, mine.agent, archived)
  const answers = await Promise.all(
    [draft, archived, 'list_missing'].map((id) => call(parts.url, 'fetchPublicListing', { data: { id } })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
})

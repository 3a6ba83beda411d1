import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#db/schema/columns.ts'
import { file } from '#db/schema/files.ts'
import { listing } from '#db/schema/listings.ts'
import type { DocumentType } from '#features/listings/documentTypes.ts'
import { readListingHistory } from '#features/listings/server/listingTeam.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { createAgency, shareListing } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { createListing, createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { ROW_REFUSED, whileRefusingRows } from '../../../../test/support/database.ts'
import { openServices, registerWorker } from '../../../../test/support/services/services.ts'
import { ListFilesInput, MAX_FILE_NAME_LENGTH, UpdateFileInput } from '../files.schema.ts'
import { fileSorts } from '../filesSearch.ts'
import { readStorageUse } from './beginUpload.server.ts'
import {
  archiveFiles,
  chooseCover,
  findAffectedListingIds,
  insertInReadingOrder,
  lockListing,
  moveFiles,
  orderFiles,
  requireFile,
  restoreFiles,
  retryFile,
  updateFile,
} from './files.server.ts'
import { listFiles, listListingFiles } from './listFiles.server.ts'
import { prepareFileJob } from './prepareFile.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  // The queue without a worker: enqueued jobs stay in it.
  opened = await openServices([{ ...registerWorker(prepareFileJob), begin: async () => {} }])
})
afterAll(() => opened.close())

const notFound = { status: 404 }
const database = () => opened.database.db

async function twoAgents() {
  const [agent, otherAgent] = [await createAgent(database()), await createAgent(database())]
  return {
    agent,
    otherAgent,
    listingId: await newListing(agent),
    other: await newListing(agent),
    theirs: await newListing(otherAgent),
  }
}
const newListing = async (agent: Agent) => (await createListing(database(), { agent })).id

/** A file with its place in the order of the listing. */
async function createPlacedFile(
  agent: Agent,
  listingId: string | null,
  name: string,
  more: Partial<typeof file.$inferInsert> = {},
) {
  const values = { agent, path: `documents/${name}`, name, originalName: `${name}.pdf`, listingId, size: 10 }
  return database().transaction(async (tx) => {
    if (listingId) await lockListing(tx, agent, listingId)
    const added = await createFile(tx, { ...values, ...more })
    if (listingId) await insertInReadingOrder(tx, added)
    return added.id
  })
}
const document = (agent: Agent, listingId: string, name: string, kind: DocumentType) =>
  createPlacedFile(agent, listingId, name, { kind })
const photo = (agent: Agent, listing: string | null, name: string) =>
  createPlacedFile(agent, listing, name, { type: 'image' })
const namesIn = async (agent: Agent, listingId: string) =>
  (await listListingFiles(database(), agent, listingId)).map(({ name }) => name)
const coverOf = async (id: string) => {
  const [found] = await database().select().from(listing).where(eq(listing.id, id))
  return found?.coverFileId
}

describe('the order of files', () => {
  test('starts with what buyers read first, and keeps the agent’s own order', async () => {
    const { agent, listingId } = await twoAgents()
    const rates = await document(agent, listingId, 'Rates', 'rates')
    const title = await document(agent, listingId, 'Title', 'title')
    const plan = await document(agent, listingId, 'Plan', 'floor_plan')
    expect(await namesIn(agent, listingId)).toEqual(['Plan', 'Title', 'Rates'])
    await orderFiles(database(), agent, listingId, [rates, plan, title])
    expect(await namesIn(agent, listingId)).toEqual(['Rates', 'Plan', 'Title'])
    await document(agent, listingId, 'Other', 'other')
    expect(await namesIn(agent, listingId)).toEqual(['Rates', 'Plan', 'Title', 'Other'])
    await createPlacedFile(agent, listingId, 'Without a type')
    expect(await namesIn(agent, listingId)).toEqual(['Rates', 'Plan', 'Title', 'Other', 'Without a type'])
  })

  test('of documents of one type is by name, "Part 2" before "Part 10"', async () => {
    const { agent, listingId } = await twoAgents()
    for (const name of ['Part 10', 'Part 2']) await document(agent, listingId, name, 'lim')
    expect(await namesIn(agent, listingId)).toEqual(['Part 2', 'Part 10'])
  })

  test('of documents is not changed by photos, archived documents, or those of other listings', async () => {
    const { agent, otherAgent, listingId, theirs } = await twoAgents()
    const ids = [
      await document(agent, listingId, 'Title', 'title'),
      await document(agent, listingId, 'Plan', 'floor_plan'),
    ]
    await orderFiles(database(), agent, listingId, ids)
    const archived = await document(agent, listingId, 'Zoning', 'other')
    await orderFiles(database(), agent, listingId, [archived, ...ids])
    await archiveFiles(database(), agent, [archived])
    await orderFiles(database(), otherAgent, theirs, [await document(otherAgent, theirs, 'Zoning', 'other')])
    await orderFiles(database(), agent, listingId, [await photo(agent, listingId, 'Zoo')])
    await document(agent, listingId, 'Other', 'other')
    const documents = (await listListingFiles(database(), agent, listingId)).filter(({ type }) => type === 'file')
    expect(documents.map(({ name }) => name)).toEqual(['Title', 'Plan', 'Other'])
  })

  test('must contain every file of one type and of this listing once', async () => {
    const { agent, otherAgent, listingId, other, theirs } = await twoAgents()
    const [a, b] = [await photo(agent, listingId, 'a'), await photo(agent, listingId, 'b')]
    const elsewhere = await photo(otherAgent, theirs, 'c')
    const title = await document(agent, listingId, 'd', 'title')
    const archived = await photo(agent, listingId, 'e')
    await archiveFiles(database(), agent, [archived])
    for (const ids of [[a], []])
      await expect(orderFiles(database(), agent, listingId, ids)).rejects.toMatchObject({ status: 409 })
    for (const ids of [
      [a, b, elsewhere],
      [a, b, title],
      [a, b, archived],
      [a, b, 'file_missing'],
    ])
      await expect(orderFiles(database(), agent, listingId, ids)).rejects.toMatchObject(notFound)
    await expect(orderFiles(database(), otherAgent, listingId, [a, b])).rejects.toMatchObject(notFound)
    for (const ids of [[elsewhere], []])
      await expect(orderFiles(database(), agent, theirs, ids)).rejects.toMatchObject(notFound)
    await orderFiles(database(), agent, listingId, [b, a])
    await orderFiles(database(), agent, other, [])
  })

  test('changed twice at once is one of the two afterwards', async () => {
    const { agent, listingId } = await twoAgents()
    const ids: string[] = []
    for (const name of ['a', 'b', 'c', 'd']) ids.push(await photo(agent, listingId, name))
    const reverse = ids.toReversed()
    await Promise.all([
      orderFiles(database(), agent, listingId, ids),
      orderFiles(database(), agent, listingId, reverse),
    ])
    const seen = (await listListingFiles(database(), agent, listingId)).map(({ id }) => id)
    expect([ids, reverse]).toContainEqual(seen)
  })
})

test('two members who order the photos of one listing cannot lose one that the other added', async () => {
  const db = database()
  const { agent, colleague } = await createAgency(db)
  const { id } = await createPublishedListing(db, { agent })
  await shareListing(db, id, colleague)
  const photo = async (name: string) => (await createFile(db, { agent, listingId: id, type: 'image', name })).id
  const [front, back] = [await photo('Front'), await photo('Back')]
  await orderFiles(db, colleague, id, [back, front])
  const names = async () => (await listListingFiles(db, agent, id)).map(({ name }) => name)
  expect(await names()).toEqual(['Back', 'Front'])
  const garden = await photo('Garden')
  await expect(orderFiles(db, colleague, id, [front, back])).rejects.toMatchObject({ status: 409 })
  await orderFiles(db, agent, id, [garden, front, back])
  expect(await names()).toEqual(['Garden', 'Front', 'Back'])
  await archiveFiles(db, colleague, [garden, back])
  const { entries } = await readListingHistory(db, agent, { id, limit: 10 })
  expect(entries).toMatchObject([{ action: 'files_removed', times: 2, by: expect.stringMatching(/\S/) }])
})

describe('a file', () => {
  test('can be renamed and given another type; hidden characters in a name are removed', async () => {
    const { agent, listingId } = await twoAgents()
    const id = await document(agent, listingId, 'Scan', 'other')
    expect(
      await updateFile(database(), agent, { id, name: 'Building\u202e report', kind: 'building_report' }),
    ).toMatchObject({
      name: 'Building report',
      kind: 'building_report',
    })
    expect(await updateFile(database(), agent, { id, kind: 'lim' })).toMatchObject({
      name: 'Building report',
      kind: 'lim',
    })
    await expect(updateFile(database(), agent, { id, name: '..' })).rejects.toMatchObject({
      status: 400,
      fields: { name: 'We can’t use this name' },
    })
  })

  test('threat 18: accepts only the fields that an agent may set', () => {
    for (const extra of [{ userId: 'usr_1' }, { path: 'x' }, { state: 'ready' }, { size: 1 }, { kind: 'secret' }])
      expect(UpdateFileInput.safeParse({ id: 'file_1', ...extra }).success).toBe(false)
  })

  test('threat 16: of another agent responds as if it did not exist to every command, alone and among one’s own', async () => {
    const { agent, otherAgent, listingId, theirs } = await twoAgents()
    const mine = await photo(agent, listingId, 'mine')
    const foreign = await photo(otherAgent, theirs, 'foreign')
    const db = database()
    for (const id of [foreign, 'file_missing']) {
      await expect(updateFile(db, agent, { id, name: 'x' })).rejects.toMatchObject(notFound)
      await expect(retryFile(opened.services, agent, id)).rejects.toMatchObject(notFound)
      for (const ids of [[id], [mine, id]]) {
        await expect(moveFiles(db, agent, ids, listingId)).rejects.toMatchObject(notFound)
        await expect(archiveFiles(db, agent, ids)).rejects.toMatchObject(notFound)
        await expect(restoreFiles(db, agent, ids)).rejects.toMatchObject(notFound)
      }
    }
    await expect(listListingFiles(db, agent, theirs)).rejects.toMatchObject(notFound)
    expect(await namesIn(agent, listingId)).toEqual(['mine'])
    expect(await namesIn(otherAgent, theirs)).toEqual(['foreign'])
  })

  test('threat 16: is found by its own agent only, and not once it is erased', async () => {
    const { agent, otherAgent, listingId } = await twoAgents()
    const [id, neighbour] = [await photo(agent, listingId, 'mine'), await photo(agent, listingId, 'neighbour')]
    expect(await requireFile(database(), agent, id)).toMatchObject({ id, name: 'mine' })
    expect(await requireFile(database(), agent, neighbour)).toMatchObject({ id: neighbour })
    await expect(requireFile(database(), otherAgent, id)).rejects.toMatchObject(notFound)
    await expect(requireFile(database(), agent, 'file_missing')).rejects.toMatchObject(notFound)
    await database().update(file).set({ deletedAt: new Date(), erasedAt: new Date() }).where(eq(file.id, id))
    await expect(requireFile(database(), agent, id)).rejects.toMatchObject(notFound)
    await expect(archiveFiles(database(), agent, [id])).rejects.toMatchObject(notFound)
  })

  test('threat 17: cannot be moved to another agent’s listing or become its cover', async () => {
    const { agent, otherAgent, listingId, theirs } = await twoAgents()
    const id = await photo(agent, listingId, 'mine')
    const theirCover = await photo(otherAgent, theirs, 'theirs')
    await chooseCover(database(), otherAgent, theirs, theirCover)
    await expect(moveFiles(database(), agent, [id], theirs)).rejects.toMatchObject(notFound)
    for (const cover of [id, null])
      await expect(chooseCover(database(), agent, theirs, cover)).rejects.toMatchObject(notFound)
    for (const listingId of [theirs, 'listing_missing'])
      await expect(database().transaction((tx) => lockListing(tx, agent, listingId))).rejects.toMatchObject(notFound)
    expect(await namesIn(agent, listingId)).toEqual(['mine'])
    expect(await coverOf(theirs)).toBe(theirCover)
  })

  test('can be moved to another listing or to none, several at once', async () => {
    const { agent, listingId, other } = await twoAgents()
    const ids = [
      await document(agent, listingId, 'Title', 'title'),
      await document(agent, listingId, 'Plan', 'floor_plan'),
    ]
    await moveFiles(database(), agent, ids, other)
    expect(await namesIn(agent, listingId)).toEqual([])
    expect(await namesIn(agent, other)).toEqual(['Plan', 'Title'])
    await moveFiles(database(), agent, ids, null)
    expect(await namesIn(agent, other)).toEqual([])
    for (const id of ids)
      expect(await requireFile(database(), agent, id)).toMatchObject({ listingId: null, rank: null })
  })

  test('is placed among those of the other listing by its type, not by its old position', async () => {
    const { agent, listingId, other } = await twoAgents()
    // Files are placed in the order of their ids.
    const [first = '', second = ''] = [newId('file'), newId('file')].toSorted()
    await createPlacedFile(agent, listingId, 'Title', { id: first, kind: 'title' })
    await createPlacedFile(agent, listingId, 'Rates', { id: second, kind: 'rates' })
    await orderFiles(database(), agent, listingId, [second, first])
    await document(agent, other, 'Plan', 'floor_plan')
    await moveFiles(database(), agent, [first, second], other)
    expect(await namesIn(agent, other)).toEqual(['Plan', 'Title', 'Rates'])
  })

  test('is neither moved, ordered, archived nor prepared again when PostgreSQL refuses a part of that', async () => {
    const { agent, listingId, other } = await twoAgents()
    const id = await createPlacedFile(agent, listingId, 'Front', { type: 'image', state: 'failed' })
    const next = await photo(agent, listingId, 'Garden')
    await chooseCover(database(), agent, listingId, id)
    const before = await requireFile(database(), agent, id)
    const ranks = { table: 'file', when: 'new.rank is not null' }
    for (const [rows, change] of [
      [ranks, () => moveFiles(database(), agent, [id], other)],
      [ranks, () => orderFiles(database(), agent, listingId, [next, id])],
      [{ table: 'listing' }, () => archiveFiles(database(), agent, [id])],
      [{ table: 'listing' }, () => moveFiles(database(), agent, [id], null)],
      [{ table: 'pgboss.job_common' }, () => retryFile(opened.services, agent, id)],
    ] as const)
      await whileRefusingRows(opened.database, rows, () => expect(change()).rejects.toMatchObject(ROW_REFUSED))
    expect(await requireFile(database(), agent, id)).toEqual(before)
  })

  test('is archived while another agent changes a listing of theirs', async () => {
    const { agent, otherAgent, listingId, theirs } = await twoAgents()
    const id = await photo(agent, listingId, 'mine')
    await photo(otherAgent, theirs, 'theirs')
    await database().transaction(async (tx) => {
      await lockListing(tx, otherAgent, theirs)
      await archiveFiles(database(), agent, [id])
    })
    expect(await namesIn(agent, listingId)).toEqual([])
  })

  test('is restored in its old position', async () => {
    const { agent, listingId } = await twoAgents()
    const [a] = [
      await photo(agent, listingId, 'a'),
      await photo(agent, listingId, 'b'),
      await photo(agent, listingId, 'c'),
    ]
    const other = await photo(agent, listingId, 'd')
    await archiveFiles(database(), agent, [a, other])
    await database().update(file).set({ deletedAt: new Date() }).where(eq(file.id, a))
    expect(await namesIn(agent, listingId)).toEqual(['b', 'c'])
    await restoreFiles(database(), agent, [a])
    expect(await namesIn(agent, listingId)).toEqual(['a', 'b', 'c'])
    expect(await requireFile(database(), agent, a)).toMatchObject({ archivedAt: null, deletedAt: null })
  })
})

test('a file whose preparation failed is prepared again on request, and no other', async () => {
  const { agent, listingId } = await twoAgents()
  const failed = { state: 'failed' as const, failure: 'Unreadable', preparationJobId: 'old' }
  const [id, untouched] = [
    await createPlacedFile(agent, listingId, 'a', failed),
    await createPlacedFile(agent, listingId, 'b', failed),
  ]
  const ready = await createPlacedFile(agent, listingId, 'c')
  await retryFile(opened.services, agent, id)
  await retryFile(opened.services, agent, ready)
  const retried = await requireFile(database(), agent, id)
  expect(retried).toMatchObject({ state: 'processing', failure: null, preparationJobId: null })
  expect(await requireFile(database(), agent, untouched)).toMatchObject(failed)
  const jobs = await opened.database.sql`select data from pgboss.job where name = ${prepareFileJob.name}`
  expect(jobs).toEqual([{ data: { fileId: id, path: retried.path } }])
})

describe('the cover', () => {
  test('is a photo of the listing itself', async () => {
    const { agent, listingId, other } = await twoAgents()
    const own = await photo(agent, listingId, 'own')
    const paper = await document(agent, listingId, 'Title', 'title')
    const elsewhere = await photo(agent, other, 'elsewhere')
    await chooseCover(database(), agent, listingId, own)
    expect(await coverOf(listingId)).toBe(own)
    const archived = await photo(agent, listingId, 'archived')
    await archiveFiles(database(), agent, [archived])
    for (const id of [paper, elsewhere, archived, 'file_missing'])
      await expect(chooseCover(database(), agent, listingId, id)).rejects.toMatchObject(notFound)
    await chooseCover(database(), agent, listingId, null)
    expect(await coverOf(listingId)).toBeNull()
  })

  test('is replaced by the next photo when it is archived or moved', async () => {
    const { agent, listingId, other } = await twoAgents()
    await document(agent, listingId, 'Plan', 'floor_plan')
    const [a, b] = [await photo(agent, listingId, 'a'), await photo(agent, listingId, 'b')]
    const otherCover = await photo(agent, other, 'other')
    await chooseCover(database(), agent, other, otherCover)
    await chooseCover(database(), agent, listingId, a)
    expect(await coverOf(other)).toBe(otherCover)
    await archiveFiles(database(), agent, [a])
    expect(await coverOf(listingId)).toBe(b)
    await moveFiles(database(), agent, [b], other)
    expect(await coverOf(listingId)).toBeNull()
    expect(await coverOf(other)).toBe(otherCover)
  })

  test('stays when it is moved to the listing where it is already, or another file is archived', async () => {
    const { agent, listingId } = await twoAgents()
    const [a, b] = [await photo(agent, listingId, 'a'), await photo(agent, listingId, 'b')]
    await photo(agent, listingId, 'c')
    await chooseCover(database(), agent, listingId, b)
    await moveFiles(database(), agent, [b], listingId)
    await archiveFiles(database(), agent, [a])
    expect(await coverOf(listingId)).toBe(b)
  })
})

test('archiving, choosing a cover and reordering at once never deadlock', async () => {
  const { agent, listingId, other } = await twoAgents()
  const ids = await Promise.all(['a', 'b', 'c'].map((name) => photo(agent, listingId, name)))
  const [a = '', b = ''] = ids
  for (let round = 0; round < 20; round += 1) {
    const actions = await Promise.allSettled([
      archiveFiles(database(), agent, [a]),
      chooseCover(database(), agent, listingId, b),
      orderFiles(database(), agent, listingId, ids),
      moveFiles(database(), agent, [b], other),
      restoreFiles(database(), agent, [a]),
    ])
    for (const action of actions) if (action.status === 'rejected') expect([404, 409]).toContain(action.reason.status)
    await moveFiles(database(), agent, [b], listingId)
    await restoreFiles(database(), agent, [a])
  }
})

describe('all files', () => {
  const ask = (question: object = {}) => ListFilesInput.parse(question)
  test('are searched, filtered, sorted and counted', async () => {
    const { agent, otherAgent, listingId, theirs } = await twoAgents()
    await document(agent, listingId, 'LIM report', 'lim')
    await photo(agent, listingId, 'Front')
    const loose = await createPlacedFile(agent, null, 'Loose', { size: 1_000, state: 'failed' })
    await photo(otherAgent, theirs, 'Foreign')
    const names = async (question: object) =>
      (await listFiles(database(), agent, ask(question))).files.map(({ name }) => name).sort()
    expect(await names({})).toEqual(['Front', 'LIM report', 'Loose'])
    expect(await names({ search: 'lim rata' })).toEqual(['LIM report'])
    expect(await names({ listing: 'none' })).toEqual(['Loose'])
    expect(await names({ listing: listingId })).toEqual(['Front', 'LIM report'])
    expect(await names({ listing: theirs })).toEqual([])
    expect(await names({ kind: 'image' })).toEqual(['Front'])
    expect(await names({ kind: 'lim' })).toEqual(['LIM report'])
    expect(await names({ state: 'failed' })).toEqual(['Loose'])
    await archiveFiles(database(), agent, [loose])
    expect(await names({ state: 'archived' })).toEqual(['Loose'])
    const first = await listFiles(database(), agent, ask({ sort: 'name', limit: 1 }))
    expect(first.files.map(({ name }) => name)).toEqual(['Front'])
    expect(first.total).toBe(2)
    expect(await readStorageUse(database(), agent)).toMatchObject({ used: 1_020 })
  })

  test('threat 20: never contain the storage key', async () => {
    const { agent, listingId } = await twoAgents()
    await photo(agent, listingId, 'a')
    const [listed] = (await listFiles(database(), agent, ask())).files
    expect(listed).not.toHaveProperty('path')
  })

  test('pages in every order contain each file once, even with equal sort keys and while files are added and removed', async () => {
    for (const sort of fileSorts) {
      const { agent } = await twoAgents()
      const createdAt = new Date('2026-03-14T00:00:00Z')
      const add = (name: string, size: number) => createPlacedFile(agent, null, name, { size, createdAt })
      const ids: string[] = []
      for (let n = 0; n < 11; n += 1) ids.push(await add(`${n % 2 ? 'PLAN' : 'plan'} ${n % 3}`, n % 2))
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await listFiles(database(), agent, ask({ sort, limit: 3, cursor }))
        expect(page.total).toBe(cursor ? undefined : 11)
        seen.push(...page.files.map(({ id }) => id))
        if (!cursor) {
          // At the very start of this order, where it would push an offset forward, and one that was shown is gone.
          await createPlacedFile(agent, null, 'aaa', { size: 1_000, createdAt: new Date('2026-03-15T00:00:00Z') })
          await archiveFiles(database(), agent, seen.slice(0, 1))
        }
        cursor = page.next ?? undefined
      } while (cursor)
      expect(seen.toSorted()).toEqual(ids.toSorted())
    }
  })

  test('paging by name continues after a name of maximum length', async () => {
    const { agent } = await twoAgents()
    for (const end of ['a', 'b']) await createPlacedFile(agent, null, '語'.repeat(MAX_FILE_NAME_LENGTH - 1) + end)
    const first = await listFiles(database(), agent, ask({ sort: 'name', limit: 1 }))
    const second = await listFiles(database(), agent, ask({ sort: 'name', limit: 1, cursor: first.next }))
    expect([...first.files, ...second.files].map(({ name }) => name.at(-1))).toEqual(['a', 'b'])
  })

  test('threat 24: a forged cursor, limit or order of files is refused', async () => {
    for (const bad of [{ limit: -1 }, { limit: 101 }, { page: 0 }, { sort: 'path' }, { state: 'x' }, { listing: "'" }])
      expect(ListFilesInput.safeParse(bad).success).toBe(false)
    const agent = await createAgent(database())
    const forge = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const cursor of [
      'x',
      forge(['newest', '1767225600000000', 'file_1']),
      forge(['size', '1; drop table file', 'file_1']),
      forge(['size', '9999999999999999', 'file_1']),
      forge(['size', '1', "'"]),
    ])
      await expect(listFiles(database(), agent, ask({ sort: 'size', cursor }))).rejects.toMatchObject({ status: 400 })
  })
})

test('moving files without a listing to none affects no listing', async () => {
  const { agent, listingId } = await twoAgents()
  const loose = await createPlacedFile(agent, null, 'loose')
  const inListing = await createPlacedFile(agent, listingId, 'in-listing')
  expect(await findAffectedListingIds(database(), agent, [loose, inListing], null)).toEqual([listingId])
  expect(await findAffectedListingIds(database(), agent, [loose])).toEqual([])
})

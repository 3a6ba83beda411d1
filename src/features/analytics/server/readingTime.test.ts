import { expect, test } from 'vitest'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { createReadingSum } from '../../../../test/fixtures/readings.ts'
import { freshDatabase } from '../../../../test/support/database.ts'
import { AnalyticsInput } from '../analytics.schema.ts'
import { readReadingTime } from './readingTime.server.ts'

test('documents are listed by the time that all readers spent, over all versions, and pages are those of the latest', async () => {
  const { db } = await freshDatabase()
  const [agent, otherAgent] = [await createAgent(db), await createAgent(db)]
  const { id: rata } = await createPublishedListing(db, { agent, title: '12 Rata Street' })
  const { id: kauri } = await createPublishedListing(db, { agent, title: '7 Kauri Road' })
  const read = (input: Partial<AnalyticsInput>, whose = agent) =>
    readReadingTime(db, whose, AnalyticsInput.parse(input))
  expect(await read({})).toEqual({ documents: [], pages: null })

  const { id: lim } = await createFile(db, { agent, listingId: rata, name: 'LIM', version: 2, pageCount: 4 })
  const { id: title } = await createFile(db, { agent, listingId: kauri, name: 'Title', version: 3, pageCount: 9 })
  await createReadingSum(db, { fileId: lim, version: 1, pageSeconds: [50, 50], pageReaders: [5, 2] })
  await createReadingSum(db, { fileId: lim, version: 2, pageSeconds: [10, 20], pageReaders: [3, 1] })
  await createReadingSum(db, { fileId: title, version: 2, pageSeconds: [200], pageReaders: [1] })
  const rows = {
    title: { fileId: title, name: 'Title', listingTitle: '7 Kauri Road', seconds: 200, readers: 1 },
    lim: { fileId: lim, name: 'LIM', listingTitle: '12 Rata Street', seconds: 130, readers: 5 },
  }

  expect(await read({})).toEqual({ documents: [rows.title, rows.lim], pages: null })
  expect(await read({ listingId: rata })).toEqual({ documents: [rows.lim], pages: null })
  expect(await read({ fileId: lim })).toEqual({
    documents: [rows.lim],
    pages: { pageSeconds: [10, 20], pageReaders: [3, 1], pageCount: 4, isCurrentVersion: true },
  })
  expect((await read({ fileId: title })).pages).toMatchObject({ pageCount: 1, isCurrentVersion: false })
  expect((await read({}, otherAgent)).documents).toEqual([])
  await expect(read({ fileId: lim }, otherAgent)).rejects.toMatchObject({ status: 404 })
})

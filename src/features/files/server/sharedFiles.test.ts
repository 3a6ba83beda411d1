import { expect, test } from 'vitest'
import { readListingHistory } from '#features/listings/server/listingTeam.server.ts'
import { createAgency, shareListing } from '../../../../test/fixtures/agencies.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { freshDatabase } from '../../../../test/support/database.ts'
import { archiveFiles, orderFiles } from './files.server.ts'
import { listListingFiles } from './listFiles.server.ts'

test('two members who order the photos of one listing cannot lose one that the other added', async () => {
  const { db } = await freshDatabase()
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

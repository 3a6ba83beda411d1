import { expect, test } from 'vitest'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { freshDatabase } from '../../../../test/support/database.ts'
import { emptyDescription } from '../description/description.schema.ts'
import { archiveListing, createListing, publishListing, unpublishListing } from './listings.server.ts'
import { findLiveExample } from './publicListings.server.ts'

test('the live example is the configured listing while it is published', async () => {
  const { db } = await freshDatabase()
  const agent = await createAgent(db)
  const { id, slug } = await createListing(db, agent, {
    title: '12 Rata Street',
    subtitle: '3 bed · 1 bath',
    description: emptyDescription,
  })
  const find = () => findLiveExample(db, { LIVE_EXAMPLE: slug })

  expect(await find()).toBeNull()
  await publishListing(db, agent, id)
  expect(await find()).toBe('/listings/12-rata-street')
  await unpublishListing(db, agent, id)
  expect(await find()).toBeNull()
  await publishListing(db, agent, id)
  await archiveListing(db, agent, id)
  expect(await find()).toBeNull()
})

test('there is no live example unless one is configured', async () => {
  const { db } = await freshDatabase()
  expect(await findLiveExample(db, { LIVE_EXAMPLE: undefined })).toBeNull()
})

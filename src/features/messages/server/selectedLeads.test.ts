import { expect, test } from 'vitest'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { freshDatabase } from '../../../../test/support/database.ts'
import { countSelectedAudience } from './audience.server.ts'

test('a message to selected leads reaches only those, and only on its own listing', async () => {
  const { db } = await freshDatabase()
  const listing = await createPublishedListing(db)
  const chosen = await createLead(db, { listingId: listing.id })
  await createLead(db, { listingId: listing.id })
  const elsewhere = await createLead(db, { listingId: (await createPublishedListing(db)).id })
  const audience = { leadIds: [chosen.id, elsewhere.id] }
  expect(await countSelectedAudience(db, listing, audience)).toEqual({ included: 1, excluded: {} })
})

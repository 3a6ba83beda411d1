import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { file } from '#db/schema/files.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { webhookMessage } from '#db/schema/webhooks.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { createLead } from '../../../../../test/fixtures/leads.ts'
import { createListing } from '../../../../../test/fixtures/listings.ts'
import { freshDatabase } from '../../../../../test/support/database.ts'
import { eraseWork } from './eraseWork.server.ts'

test('the work of an account is erased in every agency that has some, with the buyers and what was announced about them', async () => {
  const { db } = await freshDatabase()
  const [agent, otherAgent] = [await createAgent(db), await createAgent(db)]
  const leadIds: string[] = []
  for (const { agencyId } of [agent, otherAgent]) {
    const { id: listingId } = await createListing(db, { agent, agencyId })
    const { id: objectId } = await createLead(db, { listingId })
    await db.insert(webhookMessage).values({ agencyId, type: 'lead.created', objectId, body: {} })
    leadIds.push(objectId)
  }
  const kept = await createLead(db, { listingId: (await createListing(db, { agent: otherAgent })).id })
  const work = { isListing: eq(listing.userId, agent.id), isFile: eq(file.userId, agent.id), isUpload: undefined }
  await db.transaction((tx) => eraseWork(tx, work))
  expect(await db.$count(webhookMessage, inArray(webhookMessage.objectId, leadIds))).toBe(0)
  expect(await db.select({ id: lead.id }).from(lead)).toEqual([{ id: kept.id }])
})

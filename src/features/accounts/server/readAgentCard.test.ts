import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { user } from '#db/schema/accounts.ts'
import { unpublishListing } from '#features/listings/server/listings.server.ts'
import { addMember, createAgency, shareListing } from '../../../../test/fixtures/agencies.ts'
import { createListing, createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { freshDatabase } from '../../../../test/support/database.ts'
import { readAgentCards } from './readAgentCard.server.ts'

test('a listing has the cards of its lead agent and of co-agents who still work in the agency, in the order they were added', async () => {
  const { db } = await freshDatabase()
  const { owner, agent, colleague } = await createAgency(db)
  const { agent: stranger } = await createAgency(db)
  const second = await addMember(db, owner, { role: 'agent', firstName: 'Ben', lastName: 'Carter' })
  await db.update(user).set({ firstName: 'Tui', phone: '+6421555010' }).where(eq(user.id, colleague.id))
  const { id } = await createPublishedListing(db, { agent })
  for (const one of [colleague, stranger, second]) await shareListing(db, id, one)
  const cards = await readAgentCards(db, id, undefined)
  expect(cards.agent).toMatchObject({ email: agent.email })
  expect(cards.coAgents).toMatchObject([
    { firstName: 'Tui', email: colleague.email, callLink: 'tel:+6421555010' },
    { firstName: 'Ben', lastName: 'Carter', email: second.email },
  ])
  // Buyers get what the card shows, and nothing else of the account.
  expect(Object.keys(cards.coAgents[0] ?? {}).toSorted()).toEqual(Object.keys(cards.agent).toSorted())
})

test('the co-agents of a listing that is no longer public are not shown to strangers', async () => {
  const { db } = await freshDatabase()
  const { agent, colleague } = await createAgency(db)
  const { id } = await createPublishedListing(db, { agent })
  await shareListing(db, id, colleague)
  await unpublishListing(db, agent, id)
  expect(await readAgentCards(db, id, undefined)).toMatchObject({ agent: { email: agent.email }, coAgents: [] })
  expect((await readAgentCards(db, id, agent)).coAgents).toHaveLength(1)
})

test('nobody outside learns who runs a draft', async () => {
  const { db } = await freshDatabase()
  const { agent, colleague } = await createAgency(db)
  const { id } = await createListing(db, { agent })
  await expect(readAgentCards(db, id, undefined)).rejects.toMatchObject({ status: 404 })
  await expect(readAgentCards(db, id, colleague)).rejects.toMatchObject({ status: 404 })
  await shareListing(db, id, colleague)
  expect((await readAgentCards(db, id, colleague)).coAgents).toMatchObject([{ email: colleague.email }])
})

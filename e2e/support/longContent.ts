import { eq } from 'drizzle-orm'
import { newId } from '../../src/db/schema/columns.ts'
import { listing } from '../../src/db/schema/listings.ts'
import { addDocument, addLead, createEvent } from '../../test/fixtures/leads.ts'
import type { RunningApp } from '../../test/support/app.ts'
import { withDatabase } from '../agent.ts'
import { addListingWithDocuments } from './home.ts'

const LONG_TITLE =
  'The Old Stationmaster’s Cottage with Orchard and Sleepout, 1127B Te Whanganui-a-Tara Coastal Highway, Pukerua Bay'
const LONG_WORD = 'Taumatawhakatangihangakoauauotamateaturi'
const PEOPLE = [
  ['ليلى', 'الخطيب'],
  ['נועה', 'בן־דוד'],
  [LONG_WORD, LONG_WORD],
  ['Mere', 'Walker'],
] as const

/** An agent with 200 listings, long words, and names that are written from right to left. */
export async function createAgentWithLongContent(app: RunningApp) {
  const { agent, listing: home } = await addListingWithDocuments(app)
  await withDatabase(app, async (db) => {
    const words = {
      subtitle: LONG_WORD,
      description: { type: 'doc', content: [] },
      userId: agent.id,
      publishedAt: new Date(),
    }
    const ids = Array.from({ length: 200 }, () => newId('listing'))
    await db.insert(listing).values(ids.map((id) => ({ id, title: LONG_TITLE, slug: id.replace('_', '-'), ...words })))
    await db.update(listing).set({ title: LONG_TITLE }).where(eq(listing.id, home.id))
    await addDocument(db, agent.id, home.id, `${LONG_WORD}.pdf`)
    for (const [firstName, lastName] of PEOPLE) {
      const leadId = await addLead(db, home.id, { firstName, lastName, note: `שלום ${LONG_WORD}` })
      await createEvent(db, { event: 'listing_view', listingId: home.id, leadId, city: LONG_WORD, country: 'NZ' })
    }
  })
  return agent
}

import { eq } from 'drizzle-orm'
import { listing } from '../../src/db/schema/listings.ts'
import { createEvent } from '../../test/fixtures/events.ts'
import { createFile } from '../../test/fixtures/files.ts'
import { createLead } from '../../test/fixtures/leads.ts'
import { listingValues } from '../../test/fixtures/listings.ts'
import type { AppWithData } from '../../test/support/processes/appData.ts'
import { createPropertyListing } from './propertyListing.ts'

const LONG_TITLE =
  'The Old Stationmaster’s Cottage with Orchard and Sleepout, 1127B Te Whanganui-a-Tara Coastal Highway, Pukerua Bay'
const LONG_WORD = 'Taumatawhakatangihangakoauauotamateaturi'
const PEOPLE = [
  ['ليلى', 'الخطيب'],
  ['נועה', 'בן־דוד'],
  [LONG_WORD, LONG_WORD],
  ['Mere', 'Walker'],
] as const

/** An agent with 200 listings, long words and right-to-left names. */
export async function createAgentWithLongContent(app: AppWithData) {
  const { db } = app
  const { agent, listing: property } = await createPropertyListing(app)
  const fields = { agent, title: LONG_TITLE, subtitle: LONG_WORD, publishedAt: new Date() }
  await db.insert(listing).values(Array.from({ length: 200 }, () => listingValues(fields)))
  await db.update(listing).set({ title: LONG_TITLE }).where(eq(listing.id, property.id))
  await createFile(db, { agent, listingId: property.id, name: `${LONG_WORD}.pdf` })
  for (const [firstName, lastName] of PEOPLE) {
    const note = `שלום ${LONG_WORD}`
    const { id: leadId } = await createLead(db, { listingId: property.id, firstName, lastName, note })
    await createEvent(db, { event: 'listing_view', listingId: property.id, leadId, city: LONG_WORD, country: 'NZ' })
  }
  return agent
}

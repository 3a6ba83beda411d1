import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { lead } from '#db/schema/lead.ts'
import { listing } from '#db/schema/listing.ts'
import { AppError } from '#platform/errors.ts'

/** The buyer whose key this is, while the listing is public and the agent has not closed the documents to them. */
export async function findBuyer(db: Db, listingId: string, leadId: string | undefined) {
  if (!leadId) return undefined
  const [found] = await db
    .select({ lead })
    .from(lead)
    .innerJoin(listing, eq(listing.id, lead.listingId))
    .where(
      and(
        eq(lead.id, leadId),
        eq(lead.listingId, listingId),
        isNull(lead.withdrawnAt),
        isNotNull(listing.publishedAt),
        isNull(listing.archivedAt),
      ),
    )
  return found?.lead
}

export async function requireBuyer(db: Db, listingId: string, leadId: string | undefined) {
  const buyer = await findBuyer(db, listingId, leadId)
  if (!buyer)
    throw new AppError('DetailsNeeded', 403, 'Please leave your details first, and the documents open at once.')
  return buyer
}

/** That somebody has been here before, and when. Nothing personal: whoever typed another's address would learn it. */
export async function readAccess(db: Db, listingId: string, leadId: string | undefined) {
  const buyer = await findBuyer(db, listingId, leadId)
  return buyer ? { lastVisitAt: buyer.lastVisitAt } : null
}

/** From now on what is there has been seen. Answers when the visit before this one was. */
export async function noteVisit(db: Db, listingId: string, leadId: string | undefined) {
  const buyer = await findBuyer(db, listingId, leadId)
  if (buyer) await db.update(lead).set({ lastVisitAt: new Date() }).where(eq(lead.id, buyer.id))
  return buyer?.lastVisitAt
}

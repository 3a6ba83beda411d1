import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile } from '#db/schema/accounts.ts'
import { isOpenToLead } from '#db/schema/documentAccessConditions.ts'
import { file, fileOrder, isShownToBuyers } from '#db/schema/files.ts'
import { isOfListing, type ListingKey, listing } from '#db/schema/listings.ts'
import { documentPermissions, listingPermissions } from '#features/listings/documentPermissions.ts'
import { listingTimeZone } from '#features/listings/facts/address.ts'

/**
 * The documents of a listing that a lead may open, in the order of the page, and what the lead may do with each. Null for someone who is
 * not known to be a lead: they get what is for everyone. The caller has checked that the listing is public.
 */
export async function listReadableDocuments(db: Db, about: ListingKey, leadId: string | null, fileId?: string) {
  const rows = await db
    .select({
      file,
      documentAccess: listing.documentAccess,
      areDocumentsViewOnly: listing.areDocumentsViewOnly,
      areDocumentsWatermarked: listing.areDocumentsWatermarked,
      place: { country: listing.country, region: listing.region },
      agentsZone: profile.timeZone,
    })
    .from(file)
    .innerJoin(listing, and(eq(listing.id, file.listingId), eq(listing.agencyId, file.agencyId)))
    .leftJoin(profile, eq(profile.userId, listing.userId))
    .where(
      and(
        isOfListing(file, about),
        eq(file.type, 'file'),
        isShownToBuyers,
        isOpenToLead(leadId),
        fileId === undefined ? undefined : eq(file.id, fileId),
      ),
    )
    .orderBy(...fileOrder)
  return rows.map(({ file: found, place, agentsZone, ...defaults }) => ({
    ...found,
    ...documentPermissions(found, listingPermissions(defaults)),
    /** The listing's. */
    timeZone: listingTimeZone(place, agentsZone),
  }))
}

export type ReadableDocument = Awaited<ReturnType<typeof listReadableDocuments>>[number]

import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { shortRandomId } from '#db/schema/columns.ts'
import { listing } from '#db/schema/listings.ts'
import { lockListing } from '#features/files/server/files.server.ts'
import { isReachableListing } from '#features/listings/server/listings.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { findEmailCode, listingEmailAddress, type MakeEmailAddressInput } from '../emailedDocuments.schema.ts'

/** 40 random bits: with the limit on wrong addresses, guessing one takes longer than any listing is for sale. */
const CODE_LENGTH = 8

/** The address that takes documents for a listing. Makes one, or replaces the one that has become known to the wrong people. */
export function makeEmailAddress(
  { database: { db }, env }: Services,
  agent: Agent,
  { listingId, replaces }: MakeEmailAddressInput,
) {
  const { INBOUND_DOMAIN: domain } = env
  return db.transaction(async (tx) => {
    const { slug, emailCode } = await lockListing(tx, agent, listingId)
    if (!domain) throw conflict('Documents can’t be emailed here. Upload them instead.')
    if (emailCode && (!replaces || findEmailCode(replaces, domain) !== emailCode))
      return { address: listingEmailAddress(slug, emailCode, domain) }
    const code = shortRandomId().slice(0, CODE_LENGTH)
    await tx.update(listing).set({ emailCode: code }).where(isReachableListing(agent, listingId))
    return { address: listingEmailAddress(slug, code, domain) }
  })
}

/** The listing that an address belongs to. Archived listings take no email. */
export async function findListingByAddress(db: Db, address: string, domain: string) {
  const code = findEmailCode(address, domain)
  if (!code) return undefined
  const [found] = await db
    .select({ id: listing.id, agencyId: listing.agencyId })
    .from(listing)
    .where(and(eq(listing.emailCode, code), isNull(listing.archivedAt)))
  return found
}

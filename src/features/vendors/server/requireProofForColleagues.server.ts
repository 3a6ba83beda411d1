import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { coAgent } from '#db/schema/agencies.ts'
import { listing } from '#db/schema/listings.ts'
import { vendorLink } from '#db/schema/vendors.ts'
import { requireProof } from '#platform/auth/proof.ts'
import { isListingWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import type { VendorSettings } from '../vendorSettings.schema.ts'

interface Acting {
  db: Db
  agent: Agent
  isProven: boolean
}

interface Asked {
  listingId?: string
  linkId?: string
}

/** Giving someone a link to the report of a listing that colleagues run needs a proof. What is out of reach is left to the command. */
export async function requireProofForOthers(acting: Acting, asked: Asked) {
  if (await isProofMissing(acting, asked)) requireProof(acting)
}

/** The addresses in it open the reports, so those of a listing that colleagues run need a proof as well. */
export async function hideLinksOfOthers(acting: Acting, settings: VendorSettings, asked: Asked) {
  if (!(await isProofMissing(acting, asked))) return settings
  return { ...settings, people: settings.people.map((one) => ({ ...one, url: null })) }
}

async function isProofMissing({ db, agent, isProven }: Acting, { listingId, linkId }: Asked) {
  if (isProven) return false
  const links = db.select({ id: vendorLink.listingId }).from(vendorLink)
  const isAsked = listingId
    ? eq(listing.id, listingId)
    : inArray(listing.id, links.where(eq(vendorLink.id, linkId ?? '')))
  const isShared = sql<boolean>`exists (select from ${coAgent} where ${coAgent.listingId} = ${listing.id} and ${inArray(coAgent.userId, agent.actsFor)})`
  const [found] = await db
    .select({ userId: listing.userId, isShared })
    .from(listing)
    .where(and(isAsked, isListingWithinReach(agent)))
  return found !== undefined && !found.isShared && !agent.actsFor.includes(found.userId)
}

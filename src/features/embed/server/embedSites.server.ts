import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agency } from '#db/schema/agencies.ts'
import { listing } from '#db/schema/listings.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { requireListingIdByLink } from '#features/listings/server/publicListings.server.ts'
import { requirePermission } from '#platform/auth/permissions.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { invalidInput, notFound } from '#platform/errors.ts'
import { allowFramesOn, noteShown } from '#platform/http/currentRequest.server.ts'
import type { Services } from '#platform/services.server.ts'
import { type EmbedInput, type EmbedSites, isLocalSite } from '../embed.schema.ts'

type EmbedServices = Pick<Services, 'database' | 'env'>

export async function readEmbedSettings({ database, env }: EmbedServices, agent: Agent) {
  requirePermission(agent, 'manageConnections')
  const [found] = await database.db
    .select({ sites: agency.embedSites })
    .from(agency)
    .where(eq(agency.id, agent.agencyId))
  if (!found) throw notFound()
  return { sites: found.sites, appUrl: env.APP_URL }
}

/** From now on these sites may show the agency's documents in a frame, and no others. */
export async function saveEmbedSites({ database, env }: EmbedServices, agent: Agent, { sites }: EmbedSites) {
  requirePermission(agent, 'manageConnections')
  const local = sites.find(isLocalSite)
  if (env.secure && local)
    throw invalidInput({ sites: `Please enter websites that start with https://. “${local}” isn’t one.` })
  await database.db.transaction(async (tx) => {
    const [before] = await tx
      .select({ sites: agency.embedSites })
      .from(agency)
      .where(eq(agency.id, agent.agencyId))
      .for('no key update')
    if (!before) throw notFound()
    if (before.sites.join() === sites.join()) return
    await tx.update(agency).set({ embedSites: sites }).where(eq(agency.id, agent.agencyId))
    await writeAudit(tx, agent, 'embed_sites_changed', { sites: sites.length })
    // Kept pages have the sites in their headers.
    await tx.execute(sql`select pg_notify('page_changed', ${agent.agencyId})`)
  })
  return { sites }
}

/** The page that is being rendered may be shown by the sites of the listing's agency. A preview is for the portal alone. */
export async function allowAgencySites(db: Db, { id: link, isPreview }: EmbedInput) {
  if (isPreview) return allowFramesOn([])
  const id = await requireListingIdByLink(db, link)
  const sites = await findEmbedSites(db, id)
  noteShown(sites.agencyId)
  allowFramesOn(sites.embedSites)
}

export async function findEmbedSites(db: Db, listingId: string) {
  const [found] = await db
    .select({ agencyId: agency.id, embedSites: agency.embedSites })
    .from(listing)
    .innerJoin(agency, eq(agency.id, listing.agencyId))
    .where(eq(listing.id, listingId))
  if (!found) throw notFound()
  return found
}

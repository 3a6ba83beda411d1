import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { hasNoEmail, lead } from '#db/schema/leads.ts'
import { isPublicListing, listing } from '#db/schema/listings.ts'
import { isWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { requireEmailLimit } from '#platform/mail/visitorEmailLimits.server.ts'
import type { Services } from '#platform/services.server.ts'
import { signLinkKey } from '../documents/documentKey.server.ts'
import { preparePrivateLinkEmail } from './prepareBuyerEmails.server.ts'

const linkEmailsPerAgent = { name: 'send_private_link', points: 60, seconds: 3600 }

/** Emails the private link to a lead, on the agent's request. */
export async function sendPrivateLink(services: Services, agent: Agent, id: string) {
  const { database, limits } = services
  const found = await requireLeadWithAccess(database.db, agent, id)
  if (hasNoEmail(found.leadRow.email)) throw conflict('This lead has no email address.')
  await limits.spend(linkEmailsPerAgent, agent.id)
  await requireEmailLimit(services, { to: found.leadRow.email, recipient: 'unproven' })
  const post = await preparePrivateLinkEmail(
    services,
    database.db,
    { listing: found.listingRow, agent: found.agentRow },
    found.leadRow,
  )
  await database.db.transaction(async (tx) => {
    // Erased in between: nobody gets an email.
    const [still] = await tx
      .select({ id: lead.id })
      .from(lead)
      .where(and(eq(lead.agencyId, agent.agencyId), eq(lead.id, id)))
      .for('key share')
    if (!still) throw notFound()
    await post(tx)
  })
}

/**
 * The private link for a text message. It opens the same page as the emailed one, and proves no email address: the person who got the message
 * need not read that address.
 */
export async function readLeadLink({ database, env }: Services, agent: Agent, id: string) {
  const { leadRow, listingRow } = await requireLeadWithAccess(database.db, agent, id)
  return {
    link: `${env.APP_URL}/listings/${listingRow.slug}/open?key=${signLinkKey(env.APP_SECRET, leadRow, 'text')}`,
    listingTitle: listingRow.title,
  }
}

/** A lead of this agent who may open the documents. */
export async function requireLeadWithAccess(db: Db, agent: Agent, id: string) {
  const [found] = await db
    .select({ leadRow: lead, listingRow: listing, agentRow: user, isPublished: sql<boolean>`${isPublicListing}` })
    .from(lead)
    .innerJoin(listing, and(eq(listing.id, lead.listingId), eq(listing.agencyId, lead.agencyId)))
    .innerJoin(user, eq(user.id, listing.userId))
    .where(and(eq(lead.id, id), isWithinReach(agent, lead)))
  if (!found) throw notFound()
  if (!found.isPublished) throw conflict('Publish the listing first: its documents aren’t open to buyers.')
  if (found.leadRow.withdrawnAt) throw conflict('You removed this buyer’s access. Restore it to send the link.')
  return found
}

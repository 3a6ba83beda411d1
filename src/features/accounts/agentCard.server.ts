import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { listing } from '#db/schema/listing.ts'
import { profile } from '#db/schema/profile.ts'
import { user } from '#db/schema/user.ts'
import { notFound } from '#platform/errors.ts'
import { type AgentCard, cardAccents } from './accounts.ts'
import { photoAddress } from './settings.server.ts'

/** Who stands behind a published listing, as far as they want to be known; for the agent also behind a draft. */
export async function readAgentCard(db: Db, listingId: string, visitorId: string | undefined) {
  const isPublic = and(isNotNull(listing.publishedAt), isNull(listing.archivedAt))
  const [found] = await db
    .select({ agent: user, card: profile })
    .from(listing)
    .innerJoin(user, eq(user.id, listing.userId))
    .leftJoin(profile, eq(profile.userId, user.id))
    .where(and(eq(listing.id, listingId), or(isPublic, visitorId ? eq(listing.userId, visitorId) : undefined)))
  if (!found) throw notFound()
  const { agent, card } = found
  return {
    firstName: agent.firstName ?? '',
    lastName: agent.lastName ?? '',
    agencyName: card?.agencyName ?? '',
    photoUrl: card?.photoVersion ? photoAddress(agent.id, card.photoVersion) : null,
    tagline: card?.cardTagline ?? '',
    accent: accentOf(card?.cardAccent),
    phone: (card?.cardShowsPhone ?? true) ? agent.phone : '',
    email: (card?.cardShowsEmail ?? true) ? agent.email : '',
  }
}

const accentOf = (stored: string | undefined): AgentCard['cardAccent'] =>
  cardAccents.find((accent) => accent === stored) ?? 'teal'

import { and, asc, eq, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile, user } from '#db/schema/accounts.ts'
import { agency, coAgent, member } from '#db/schema/agencies.ts'
import { isPublicListing, listing, wasEverPublic } from '#db/schema/listings.ts'
import { isListingWithinReach } from '#platform/auth/reach.server.ts'
import type { Membership } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import { noteShown } from '#platform/http/currentRequest.server.ts'
import { formatPhone, normalisePhone } from '#platform/input/phone.server.ts'
import { phoneLink } from '#ui/format/contactLinks.ts'
import { type AgentCardSettings, cardAccents } from '../accounts.schema.ts'
import { agentPhotoUrl } from './settings.server.ts'

const cardColumns = {
  userId: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  phone: user.phone,
  email: user.email,
  agencyName: agency.name,
  licenceLine: profile.licenceLine,
  photoVersion: profile.photoVersion,
  tagline: profile.cardTagline,
  accent: profile.cardAccent,
  showsPhone: profile.cardShowsPhone,
  showsEmail: profile.cardShowsEmail,
}

/**
 * The lead agent of a listing that is or was public, and its co-agents while it is, with the contact details they choose to show. Its agents see
 * all of them on drafts too.
 */
export async function readAgentCards(db: Db, listingId: string, visitor: Membership | undefined) {
  const isOwn = visitor && isListingWithinReach(visitor)
  const [found] = await db
    .select({
      id: listing.id,
      userId: listing.userId,
      agencyId: listing.agencyId,
      isShown: sql<boolean>`${or(isPublicListing, isOwn)}`,
    })
    .from(listing)
    .where(and(eq(listing.id, listingId), or(wasEverPublic, isOwn)))
  if (!found) throw notFound()
  noteShown(found.userId)
  noteShown(found.agencyId)
  const [agent, coAgents] = await Promise.all([
    requireAgentCard(db, found),
    found.isShown ? listCoAgentCards(db, found) : [],
  ])
  return { agent, coAgents }
}

/** The lead agent of a listing as buyers see them, with the name of the agency that has the listing. */
export async function requireAgentCard(db: Db, { userId, agencyId }: { userId: string; agencyId: string }) {
  const [found] = await db
    .select(cardColumns)
    .from(user)
    .leftJoin(profile, eq(profile.userId, user.id))
    .leftJoin(agency, eq(agency.id, agencyId))
    .where(eq(user.id, userId))
  if (!found) throw notFound()
  return describeCard(found)
}

/** In the order in which they were added. Only those who still work in the agency. */
async function listCoAgentCards(db: Db, { id, agencyId }: { id: string; agencyId: string }) {
  const rows = await db
    .select(cardColumns)
    .from(coAgent)
    .innerJoin(member, and(eq(member.userId, coAgent.userId), eq(member.agencyId, agencyId)))
    .innerJoin(user, eq(user.id, coAgent.userId))
    .leftJoin(profile, eq(profile.userId, user.id))
    .leftJoin(agency, eq(agency.id, agencyId))
    .where(eq(coAgent.listingId, id))
    .orderBy(asc(coAgent.createdAt), asc(coAgent.userId))
  for (const row of rows) noteShown(row.userId)
  return rows.map(describeCard)
}

interface CardRow {
  userId: string
  firstName: string
  lastName: string
  phone: string
  email: string
  agencyName: string | null
  licenceLine: string | null
  photoVersion: string | null
  tagline: string | null
  accent: string | null
  showsPhone: boolean | null
  showsEmail: boolean | null
}

const describeCard = ({ userId, photoVersion, phone, email, ...found }: CardRow) => ({
  firstName: found.firstName,
  lastName: found.lastName,
  agencyName: found.agencyName ?? '',
  licenceLine: found.licenceLine ?? '',
  photoUrl: photoVersion ? agentPhotoUrl(userId, photoVersion) : null,
  tagline: found.tagline ?? '',
  accent: validAccent(found.accent),
  phone: (found.showsPhone ?? true) ? formatPhone(phone) : '',
  callLink: (found.showsPhone ?? true) ? phoneLink(normalisePhone(phone)) : '',
  email: (found.showsEmail ?? true) ? email : '',
})

const validAccent = (stored: string | null): AgentCardSettings['cardAccent'] =>
  cardAccents.find((accent) => accent === stored) ?? 'teal'

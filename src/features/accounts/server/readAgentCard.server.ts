import { and, eq, or } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile, user } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { listing, wasEverPublic } from '#db/schema/listings.ts'
import { isListingWithinReach } from '#platform/auth/reach.server.ts'
import type { Membership } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import { noteShown } from '#platform/http/currentRequest.server.ts'
import { formatPhone, normalisePhone } from '#platform/phone/phone.server.ts'
import { phoneLink } from '#ui/format/contactLinks.ts'
import { type AgentCardSettings, cardAccents } from '../accounts.schema.ts'
import { agentPhotoUrl } from './settings.server.ts'

const cardColumns = {
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

/** The agent of a listing that is or was public, with the contact details they choose to show. The agent sees it on drafts too. */
export async function readAgentCard(db: Db, listingId: string, visitor: Membership | undefined) {
  const [found] = await db
    .select({ userId: listing.userId, agencyId: listing.agencyId })
    .from(listing)
    .where(and(eq(listing.id, listingId), or(wasEverPublic, visitor && isListingWithinReach(visitor))))
  if (!found) throw notFound()
  noteShown(found.userId)
  noteShown(found.agencyId)
  return requireAgentCard(db, found)
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
  const { photoVersion, phone, email } = found
  return {
    firstName: found.firstName ?? '',
    lastName: found.lastName ?? '',
    agencyName: found.agencyName ?? '',
    licenceLine: found.licenceLine ?? '',
    photoUrl: photoVersion ? agentPhotoUrl(userId, photoVersion) : null,
    tagline: found.tagline ?? '',
    accent: validAccent(found.accent),
    phone: (found.showsPhone ?? true) ? formatPhone(phone) : '',
    callLink: (found.showsPhone ?? true) ? phoneLink(normalisePhone(phone)) : '',
    email: (found.showsEmail ?? true) ? email : '',
  }
}

const validAccent = (stored: string | null): AgentCardSettings['cardAccent'] =>
  cardAccents.find((accent) => accent === stored) ?? 'teal'

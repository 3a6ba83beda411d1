import { and, asc, eq, exists, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { session, user } from '#db/schema/accounts.ts'
import { agency, member } from '#db/schema/agencies.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import type { CurrentAgency } from '../agencies.schema.ts'
import { readBrand } from './readBrand.server.ts'

/** The agency that the agent works in just now, with its members and the agent's other agencies. */
export async function readCurrentAgency(db: Db, { id, agencyId, role, actsFor }: Agent): Promise<CurrentAgency> {
  const [[current], brand, members, agencies] = await Promise.all([
    db
      .select({
        id: agency.id,
        name: agency.name,
        deletionDueAt: agency.deletionDueAt,
        secondFactorFrom: agency.secondFactorFrom,
      })
      .from(agency)
      .where(eq(agency.id, agencyId)),
    readBrand(db, agencyId),
    db
      .select({
        id: user.id,
        firstName: user.firstName,
        lastName: user.lastName,
        email: user.email,
        role: member.role,
      })
      .from(member)
      .innerJoin(user, eq(user.id, member.userId))
      .where(eq(member.agencyId, agencyId))
      .orderBy(asc(sql`lower(${user.firstName} || ' ' || ${user.lastName})`), asc(user.id)),
    db
      .select({ id: agency.id, name: agency.name })
      .from(member)
      .innerJoin(agency, eq(agency.id, member.agencyId))
      .where(eq(member.userId, id))
      .orderBy(asc(member.joinedAt), asc(agency.id)),
  ])
  if (!current) throw notFound()
  return { ...current, brand, userId: id, role, actsFor, members, agencies }
}

/** This browser works in another agency of the agent from now on. */
export async function switchAgency(db: Db, { id }: Agent, sessionHash: string, agencyId: string) {
  const isMember = db
    .select({ id: member.userId })
    .from(member)
    .where(and(eq(member.agencyId, agencyId), eq(member.userId, id)))
  const [switched] = await db
    .update(session)
    // Its rules may be stricter: someone who switches is there just now.
    .set({ agencyId, lastActiveAt: now })
    .where(and(eq(session.tokenHash, sessionHash), exists(isMember)))
    .returning({ id: session.publicId })
  if (!switched) throw notFound()
}

/** For emails about changes that every owner should know of. */
export async function listOwnerEmails(tx: Db, agencyId: string) {
  const owners = await tx
    .select({ email: user.email })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(member.agencyId, agencyId), eq(member.role, 'owner'), isNull(user.archivedAt)))
  return owners.map(({ email }) => email)
}

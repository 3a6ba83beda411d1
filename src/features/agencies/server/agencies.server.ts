import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { agency, member } from '#db/schema/agencies.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import type { CurrentAgency } from '../agencies.schema.ts'
import { readBrand } from './readBrand.server.ts'

/** The agency that the agent works in just now, with its members and the agent's other agencies. */
export async function readCurrentAgency(db: Db, { id, agencyId, role, actsFor }: Agent): Promise<CurrentAgency> {
  const [[current], brand, members, agencies] = await Promise.all([
    db.select({ id: agency.id, name: agency.name }).from(agency).where(eq(agency.id, agencyId)),
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

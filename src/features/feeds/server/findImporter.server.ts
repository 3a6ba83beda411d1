import type { Db } from '#db/client.server.ts'
import { may } from '#platform/auth/permissions.ts'
import { type Agent, findMember } from '#platform/auth/sessions.server.ts'

/** Whom an import acts for: the member whose key or upload it is, who sees the whole agency through it, as with a key of the API. */
export async function findImporter(
  db: Db,
  { userId, agencyId }: { userId: string; agencyId: string },
): Promise<Agent | undefined> {
  const member = await findMember(db, userId, agencyId)
  // They may have left, or got another role, since the file came.
  return member && may(member, 'manageConnections') ? { ...member, role: 'manager' } : undefined
}

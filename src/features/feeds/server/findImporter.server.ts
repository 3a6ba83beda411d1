import type { Db } from '#db/client.server.ts'
import { type Agent, findMember } from '#platform/auth/sessions.server.ts'

/** An import by a key sees the whole agency, as the key does. */
export async function findImporter(
  db: Db,
  { userId, agencyId }: { userId: string; agencyId: string },
): Promise<Agent | undefined> {
  const member = await findMember(db, userId, agencyId)
  return member && { ...member, role: 'manager' }
}

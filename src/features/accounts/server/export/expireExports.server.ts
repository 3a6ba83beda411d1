import { asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { dataExport, user } from '#db/schema/accounts.ts'
import { member } from '#db/schema/agencies.ts'
import type { Services } from '#platform/services.server.ts'

/**
 * An export that a member requests from now on starts after this transaction, and does not include what is erased in it. Locked before
 * anything else: consistent lock order prevents deadlocks.
 */
export const holdBackExports = (tx: Db, agencyId: string) =>
  tx
    .select({ id: user.id })
    .from(user)
    .where(inArray(user.id, membersOf(tx, agencyId)))
    .orderBy(asc(user.id))
    .for('share')

/** The exports of the agency and of its members, any of which may contain what is erased from the agency. Returns the keys to remove. */
export const expireAgencyExports = (tx: Db, agencyId: string) =>
  expireExports(tx, or(eq(dataExport.agencyId, agencyId), inArray(dataExport.userId, membersOf(tx, agencyId))))

/**
 * The exports of someone who reaches less from now on, because they leave, get another role or hand a listing over: they contain what was
 * theirs. One that is requested at this moment starts afterwards. Returns the keys to remove.
 */
export async function expireExportsOfMember(tx: Db, userId: string) {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('share')
  return expireExports(tx, eq(dataExport.userId, userId))
}

const membersOf = (tx: Db, agencyId: string) =>
  tx.select({ id: member.userId }).from(member).where(eq(member.agencyId, agencyId))

/**
 * A finished export expires at once. A running one loses its storage key, notices that when it finishes, and starts again. Returns the
 * keys of the finished ones.
 */
async function expireExports(tx: Db, isConcerned: SQL | undefined) {
  const isReady = sql`${dataExport.state} = 'ready'`
  const rows = await tx
    .update(dataExport)
    .set({
      expiresAt: sql`case when ${isReady} then now() else ${dataExport.expiresAt} end`,
      path: sql`case when ${isReady} then ${dataExport.path} end`,
    })
    .where(isConcerned)
    .returning({ path: dataExport.path })
  return rows.flatMap(({ path }) => path ?? [])
}

/** The copies cannot be downloaded any more. If the storage does not respond, `sweep_exports` deletes them later. */
export async function removeExportFiles({ storage, log }: Services, paths: string[]) {
  for (const path of paths)
    await storage.remove(path).catch((err) => log.error({ err }, 'an expired export could not be removed yet'))
}

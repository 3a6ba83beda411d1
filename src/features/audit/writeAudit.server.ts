import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { ago } from '#db/clock.server.ts'
import { audit } from '#db/schema/audit.ts'
import { readUserAgent } from '#platform/events/userAgent.server.ts'
import { currentUserAgent } from '#platform/http/currentRequest.server.ts'
import { type AuditAction, type AuditDetails, auditActions } from './auditActions.ts'

/** Done by strangers or by background jobs: the browser is none of the agent's business, or not known. */
const ACTIONS_WITHOUT_DEVICE = new Set<AuditAction>(['reset_requested', 'subscription_changed', 'buyer_erased'])

/** Who did it. Without an agency for what concerns the account alone, such as a new password. */
interface AuditActor {
  id: string
  agencyId?: string
}

/**
 * Joins the caller's transaction: the entry exists if and only if the action succeeded. `objectId` is the listing, lead, file or member that
 * it was done to.
 */
export async function writeAudit<D extends AuditAction>(
  tx: Db,
  { id: userId, agencyId }: AuditActor,
  action: D,
  details: AuditDetails<D>,
  objectId?: string,
) {
  await tx.insert(audit).values({
    userId,
    agencyId,
    objectId,
    action,
    device: deviceFor(action),
    details: auditActions[action].parse(details),
  })
}

/** The same as `writeAudit` for several objects at once. */
export async function writeAudits<D extends AuditAction>(
  tx: Db,
  { id: userId, agencyId }: AuditActor,
  action: D,
  entries: { objectId: string; details: AuditDetails<D> }[],
) {
  if (entries.length === 0) return
  const device = deviceFor(action)
  await tx.insert(audit).values(
    entries.map(({ objectId, details }) => ({
      ...{ userId, agencyId, objectId, action, device },
      details: auditActions[action].parse(details),
    })),
  )
}

const REPEATED_WITHIN_MS = 3_600_000

/** For what someone does again and again, such as saving while they type: one entry in an hour for each object, with a count. */
export async function writeRepeatedAudit<D extends AuditAction>(
  tx: Db,
  { id: userId, agencyId }: Required<AuditActor>,
  action: D,
  details: AuditDetails<D>,
  objectId: string,
  times = 1,
) {
  const latest = tx
    .select({ id: audit.id })
    .from(audit)
    .where(
      and(
        eq(audit.agencyId, agencyId),
        eq(audit.objectId, objectId),
        gt(audit.at, ago(REPEATED_WITHIN_MS)),
        eq(audit.userId, userId),
        eq(audit.action, action),
      ),
    )
    .orderBy(desc(audit.at))
    .limit(1)
  const repeated = await tx
    .update(audit)
    .set({ times: sql`${audit.times} + ${times}`, at: sql`clock_timestamp()` })
    .where(and(eq(audit.agencyId, agencyId), eq(audit.id, sql`(${latest})`)))
    .returning({ id: audit.id })
  if (repeated.length > 0) return
  await tx.insert(audit).values({
    ...{ userId, agencyId, objectId, action, times },
    device: deviceFor(action),
    details: auditActions[action].parse(details),
  })
}

/** What was done to someone who is erased: the entries have their id. */
export const forgetHistory = (tx: Db, agencyId: string, objectIds: string[]) =>
  tx.delete(audit).where(and(eq(audit.agencyId, agencyId), inArray(audit.objectId, objectIds)))

/**
 * Someone's account is erased. What concerned the account alone goes with it. Agencies keep what was done in them, without who did it, and
 * without whom it was done to.
 */
export async function forgetAccount(tx: Db, userId: string) {
  await tx.delete(audit).where(and(eq(audit.userId, userId), isNull(audit.agencyId)))
  const agencies = tx
    .selectDistinct({ id: audit.agencyId })
    .from(audit)
    .where(or(eq(audit.userId, userId), eq(audit.objectId, userId)))
  await tx
    .update(audit)
    .set({ details: sql`jsonb_set(${audit.details}, '{memberId}', 'null')` })
    .where(and(inArray(audit.agencyId, agencies), sql`${audit.details}->>'memberId' = ${userId}`))
  await tx.update(audit).set({ objectId: null }).where(eq(audit.objectId, userId))
  await tx.update(audit).set({ userId: null, device: null }).where(eq(audit.userId, userId))
}

/** For actions that strangers can repeat without limit: one row per hour, with a count. */
export async function writeHourlyAudit(db: Db, userId: string, action: AuditAction) {
  const at = new Date()
  const hour = new Date(at)
  hour.setUTCMinutes(0, 0, 0)
  const device = deviceFor(action)
  await db
    .insert(audit)
    .values({ userId, action, device, hour, at })
    .onConflictDoUpdate({
      target: [audit.userId, audit.action, audit.hour],
      set: { times: sql`${audit.times} + 1`, at, device },
    })
}

function deviceFor(action: AuditAction) {
  const userAgent = ACTIONS_WITHOUT_DEVICE.has(action) ? undefined : currentUserAgent()
  if (!userAgent) return null
  const { browser, os } = readUserAgent(userAgent)
  return [browser ?? 'an unknown browser', os && `on ${os}`].filter(Boolean).join(' ').slice(0, 100)
}

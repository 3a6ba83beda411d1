import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
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

import { and, count, eq, isNull, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { notification } from '#db/schema/notifications.ts'
import type { Agent } from '#platform/auth/session.server.ts'
import { keysetPage } from '#platform/database/keysetPaging.server.ts'
import { notFound } from '#platform/errors.ts'
import type { ListNotificationsInput, MarkReadInput } from './notifications.schema.ts'

/** Nobody counts further than this, and it is asked for every few seconds. */
const MAX_COUNTED = 100

const isUnread = (agent: Agent) => and(eq(notification.userId, agent.id), isNull(notification.archivedAt))

/** What an agent should know, the latest first, and how much of it is unread. */
export async function listNotifications(db: Db, agent: Agent, { limit, cursor }: ListNotificationsInput) {
  const order = { key: notification.createdAt, of: 'moments', direction: 'down' } as const
  const paging = keysetPage('time', order, notification.id, cursor)
  const few = db.select({ id: notification.id }).from(notification).where(isUnread(agent)).limit(MAX_COUNTED).as('few')
  const [rows, [unread]] = await Promise.all([
    db
      .select({
        id: notification.id,
        type: notification.type,
        at: notification.createdAt,
        readAt: notification.archivedAt,
        leadId: notification.leadId,
        firstName: lead.firstName,
        lastName: lead.lastName,
        listingTitle: listing.title,
        key: paging.key,
      })
      .from(notification)
      .leftJoin(lead, eq(lead.id, notification.leadId))
      .leftJoin(listing, eq(listing.id, notification.listingId))
      .where(and(eq(notification.userId, agent.id), paging.after))
      .orderBy(...paging.orderBy)
      .limit(limit + 1),
    db.select({ n: count() }).from(few),
  ])
  return {
    unread: unread?.n ?? 0,
    notifications: rows.slice(0, limit).map(({ key: _, ...row }) => row),
    next: paging.next(rows, limit),
  }
}

export async function markRead(db: Db, agent: Agent, reading: MarkReadInput) {
  await requireOwn(db, agent, reading)
  await db
    .update(notification)
    .set({ archivedAt: new Date() })
    .where(and(isUnread(agent), matchesInput(reading)))
}

function matchesInput(reading: MarkReadInput): SQL | undefined {
  if ('id' in reading) return eq(notification.id, reading.id)
  return 'leadId' in reading ? eq(notification.leadId, reading.leadId) : undefined
}

async function requireOwn(db: Db, agent: Agent, reading: MarkReadInput) {
  if ('all' in reading) return
  const [own] =
    'id' in reading
      ? await db
          .select({ id: notification.id })
          .from(notification)
          .where(and(eq(notification.id, reading.id), eq(notification.userId, agent.id)))
      : await db
          .select({ id: lead.id })
          .from(lead)
          .where(and(eq(lead.id, reading.leadId), eq(lead.userId, agent.id)))
  if (!own) throw notFound()
}

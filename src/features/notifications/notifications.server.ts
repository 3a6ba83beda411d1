import { and, count, eq, inArray, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { idPrefixes } from '#db/schema/columns.ts'
import { feedRun } from '#db/schema/feeds.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { notification } from '#db/schema/notifications.ts'
import { may } from '#platform/auth/permissions.ts'
import { isWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import { keysetPage } from '#platform/input/keysetPaging.server.ts'
import {
  DOCUMENTS_ARRIVED,
  FEED_FAILED,
  FEED_WAITING,
  LEAD_ASSIGNED,
  type ListNotificationsInput,
  type MarkReadInput,
  NEXT_ACTION_DUE,
  OPEN_HOME_ENDED,
} from './notifications.schema.ts'

/** The bell asks every few seconds, so counting stops at "100". */
const MAX_UNREAD_COUNT = 100

const isUnread = (agent: Agent) => and(isOwnNotification(agent), isNull(notification.archivedAt))

/** In the agency where the agent works just now. Those about a lead that is no longer within reach would name the buyer. */
const isOwnNotification = (agent: Agent) =>
  and(
    eq(notification.agencyId, agent.agencyId),
    eq(notification.userId, agent.id),
    sql`(${notification.leadId} is null or exists (select from ${lead} where ${lead.id} = ${notification.leadId}
      and ${isWithinReach(agent, lead)}))`,
    may(agent, 'manageConnections')
      ? sql`(${isNotAboutFeed} or exists (select from ${feedRun} where ${feedRun.id} = ${feedRunId}
          and ${feedRun.agencyId} = ${agent.agencyId}))`
      : isNotAboutFeed,
  )

const isNotAboutFeed = notInArray(notification.type, [FEED_WAITING, FEED_FAILED])

const RUN_ID_LENGTH = 16
/** Of a notification about a file of the CRM, whose id has that of the import and then that of the person. So nobody has two about one. */
const feedRunId = sql<string>`'feed_' || substr(${notification.id}, ${idPrefixes.notification.length + 2}, ${RUN_ID_LENGTH})`
const feedNotificationId = (runId: string, userId: string) =>
  `${idPrefixes.notification}_${runId.slice('feed_'.length)}${userId.slice('usr_'.length)}`

/** As with a file of the CRM: the id has that of the open home and then that of the person. */
const aboutOpenHomeId = sql<string>`'open_' || substr(${notification.id}, ${idPrefixes.notification.length + 2}, 16)`

/** A page of an agent's notifications, the latest first, with the number of unread ones. */
export async function listNotifications(db: Db, agent: Agent, { limit, cursor }: ListNotificationsInput) {
  const order = { key: notification.createdAt, of: 'moments', direction: 'desc' } as const
  const paging = keysetPage('time', order, notification.id, cursor)
  const firstUnread = db
    .select({ id: notification.id })
    .from(notification)
    .where(isUnread(agent))
    .limit(MAX_UNREAD_COUNT)
    .as('first_unread')
  const [rows, [unread]] = await Promise.all([
    db
      .select({
        id: notification.id,
        type: notification.type,
        at: notification.createdAt,
        readAt: notification.archivedAt,
        leadId: notification.leadId,
        listingId: notification.listingId,
        firstName: lead.firstName,
        lastName: lead.lastName,
        /** What was planned, as long as it is still the plan that the agent was reminded of. */
        nextAction: sql<string | null>`case when ${lead.remindedAt} is not null then ${lead.nextAction} end`,
        listingTitle: listing.title,
        /** The import of a file of the CRM. */
        feedRunId: sql<string | null>`case when not ${isNotAboutFeed} then ${feedRunId} end`,
        /** The open home that is over. */
        openHomeId: sql<string | null>`case when ${notification.type} = ${OPEN_HOME_ENDED} then ${aboutOpenHomeId} end`,
        key: paging.key,
      })
      .from(notification)
      .leftJoin(lead, and(eq(lead.id, notification.leadId), eq(lead.agencyId, notification.agencyId)))
      .leftJoin(listing, and(eq(listing.id, notification.listingId), eq(listing.agencyId, notification.agencyId)))
      .where(and(isOwnNotification(agent), paging.after))
      .orderBy(...paging.orderBy)
      .limit(limit + 1),
    db.select({ n: count() }).from(firstUnread),
  ])
  return {
    unread: unread?.n ?? 0,
    notifications: rows.slice(0, limit).map(({ key: _, ...row }) => row),
    next: paging.next(rows, limit),
  }
}

type NotifiedLead = Pick<typeof lead.$inferSelect, 'id' | 'listingId'>

/** Joins the transaction that stores the lead. One for each of the people who hear of it. */
export const notifyOfNewLead = (tx: Db, { id, listingId }: NotifiedLead, userIds: string[]) =>
  tx.insert(notification).values(userIds.map((userId) => ({ type: 'lead_created', listingId, leadId: id, userId })))

/** Joins the transaction that assigns these leads to someone. */
export const notifyOfAssignedLeads = (tx: Db, leads: NotifiedLead[], userId: string) =>
  tx
    .insert(notification)
    .values(leads.map(({ id, listingId }) => ({ type: LEAD_ASSIGNED, listingId, leadId: id, userId })))

/** Joins the transaction that marks these leads as reminded of. */
export const notifyOfDueActions = (tx: Db, leads: (NotifiedLead & { agentId: string })[]) =>
  tx
    .insert(notification)
    .values(
      leads.map(({ id, listingId, agentId }) => ({ type: NEXT_ACTION_DUE, listingId, leadId: id, userId: agentId })),
    )

/** Joins the transaction that stores the documents. */
export const notifyOfArrivedDocuments = (tx: Db, listingId: string, userId: string) =>
  tx.insert(notification).values({ type: DOCUMENTS_ARRIVED, listingId, userId })

/** Joins the transaction that marks the open home as reported. */
export async function notifyOfOpenHome(
  tx: Db,
  { openHomeId, listingId }: { openHomeId: string; listingId: string },
  userIds: string[],
) {
  if (userIds.length === 0) return
  const rows = userIds.map((userId) => ({
    id: `${idPrefixes.notification}_${openHomeId.slice('open_'.length)}${userId.slice('usr_'.length)}`,
    ...{ type: OPEN_HOME_ENDED, listingId, userId },
  }))
  await tx.insert(notification).values(rows).onConflictDoNothing()
}

/** Joins the transaction that reads the file or fails to. One that waited may fail later: then it is new again. */
export async function notifyOfFeed(
  tx: Db,
  { id: runId, agencyId }: { id: string; agencyId: string },
  type: typeof FEED_WAITING | typeof FEED_FAILED,
  userIds: string[],
) {
  if (userIds.length === 0) return
  await tx
    .insert(notification)
    .values(userIds.map((userId) => ({ id: feedNotificationId(runId, userId), agencyId, type, userId })))
    .onConflictDoUpdate({ target: notification.id, set: { type, createdAt: sql`now()`, archivedAt: null } })
}

export const deleteLeadNotifications = (tx: Db, agencyId: string, leadIds: string[]) =>
  tx.delete(notification).where(and(eq(notification.agencyId, agencyId), inArray(notification.leadId, leadIds)))

export async function markRead(db: Db, agent: Agent, input: MarkReadInput) {
  await requireOwn(db, agent, input)
  await db
    .update(notification)
    .set({ archivedAt: new Date() })
    .where(and(isUnread(agent), matchesInput(input)))
}

function matchesInput(input: MarkReadInput): SQL | undefined {
  if ('id' in input) return eq(notification.id, input.id)
  return 'leadId' in input ? eq(notification.leadId, input.leadId) : undefined
}

async function requireOwn(db: Db, agent: Agent, input: MarkReadInput) {
  if ('all' in input) return
  const [own] =
    'id' in input
      ? await db
          .select({ id: notification.id })
          .from(notification)
          .where(and(eq(notification.id, input.id), eq(notification.userId, agent.id)))
      : await db
          .select({ id: lead.id })
          .from(lead)
          .where(and(eq(lead.id, input.leadId), isWithinReach(agent, lead)))
  if (!own) throw notFound()
}

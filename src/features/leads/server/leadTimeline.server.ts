import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { event } from '#db/schema/events.ts'
import { file } from '#db/schema/files.ts'
import { lead } from '#db/schema/leads.ts'
import type { HistoryEntry } from '#features/audit/audit.schema.ts'
import { describeHistory, findHistory, historyPaging } from '#features/audit/audit.server.ts'
import { isWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import { ZIP_PATH_END } from '#platform/events/events.ts'
import { keysetPage } from '#platform/input/keysetPaging.server.ts'
import type { LeadTimelineInput } from '../leads.schema.ts'
import { findVisitSteps } from './openHomeVisits.server.ts'
import { findMessageSteps } from './sentMessages.server.ts'

type Page = Omit<LeadTimelineInput, 'id'>

type TimelineStep = BuyerStep | AgentStep

interface BuyerStep {
  id: string
  at: Date
  event: string
  fileName: string | null
  /** How many documents were downloaded as one zip. */
  zippedFiles: number | null
  /** Of a message to several buyers. */
  subject?: string
}

interface AgentStep {
  id: string
  at: Date
  done: HistoryEntry
}

/** The name of the list in cursors. */
const TIMELINE = 'timeline'

/** What this buyer did, and what the agents did with the lead, the latest first. Archived documents keep their names. */
export async function listLeadTimeline(db: Db, agent: Agent, { id, limit, cursor }: LeadTimelineInput) {
  const [own] = await db
    .select({ id: lead.id })
    .from(lead)
    .where(and(eq(lead.id, id), isWithinReach(agent, lead)))
  if (!own) throw notFound()
  // All lists are as long as the page at most, and one cursor says where both go on: a moment and an id.
  const paging = historyPaging(TIMELINE, cursor)
  const [events, visits, messages, history] = await Promise.all([
    findEvents(db, agent.agencyId, eq(event.leadId, id), { limit, cursor }),
    findVisitSteps(db, agent.agencyId, id, TIMELINE, { limit, cursor }),
    findMessageSteps(db, agent.agencyId, id, TIMELINE, { limit, cursor }),
    findHistory(db, agent, id, paging, limit),
  ])
  // An event comes first if it is of the same moment, as its id would have it in the database.
  const rows = [...events, ...visits, ...messages, ...history].toSorted(
    (one, other) => Number(other.key) - Number(one.key),
  )
  const shown = rows.slice(0, limit)
  const entries = await describeHistory(
    db,
    agent,
    shown.filter((row) => 'action' in row),
    'this lead',
  )
  const done = new Map(entries.map((entry) => [entry.id, entry]))
  return {
    steps: shown.flatMap(({ key: _, ...row }): TimelineStep[] => {
      if (!('action' in row)) return [row]
      const entry = done.get(row.id)
      return entry ? [{ id: row.id, at: row.at, done: entry }] : []
    }),
    next: paging.next(rows, limit),
  }
}

/** A page of events of one buyer, the latest first. */
export async function listBuyerEvents(db: Db, agencyId: string, isTheirs: SQL, page: Page) {
  const rows = await findEvents(db, agencyId, isTheirs, page)
  const { next } = eventPaging(page.cursor)
  return { steps: rows.slice(0, page.limit).map(({ key: _, ...step }) => step), next: next(rows, page.limit) }
}

const eventPaging = (cursor: string | undefined) =>
  keysetPage(TIMELINE, { key: event.createdAt, of: 'moments', direction: 'desc' }, event.id, cursor)

/** One more than the page has, if there are more. A zip is one event. */
function findEvents(db: Db, agencyId: string, isTheirs: SQL, { limit, cursor }: Page) {
  const paging = eventPaging(cursor)
  return (
    db
      .select({
        id: event.id,
        event: event.event,
        at: event.createdAt,
        fileName: file.name,
        zippedFiles: sql<number | null>`case when ${isZipped} then ${countSameZip()}::int end`,
        key: paging.key,
      })
      .from(event)
      .leftJoin(file, and(eq(file.id, event.fileId), eq(file.agencyId, event.agencyId)))
      // The event with the lowest id stands for its zip, so that paging goes on after all of them.
      .where(
        and(
          eq(event.agencyId, agencyId),
          isTheirs,
          paging.after,
          sql`(${isZipped} and ${countSameZip(sql`other.id < ${event.id}`)} > 0) is not true`,
        ),
      )
      .orderBy(...paging.orderBy)
      .limit(limit + 1)
  )
}

const isZipped = sql`${event.pathname} like ${`%${ZIP_PATH_END}`}`

/** The events of one zip have been written at once. */
const countSameZip = (
  condition = sql`true`,
) => sql`(select count(*) from ${event} other where other."agencyId" = ${event.agencyId} and other."leadId" = ${event.leadId}
  and other."createdAt" = ${event.createdAt} and other.pathname = ${event.pathname} and ${condition})`

import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file } from '#db/schema/file.ts'
import { lead } from '#db/schema/lead.ts'
import { listing } from '#db/schema/listing.ts'
import { profile } from '#db/schema/profile.ts'
import { user } from '#db/schema/user.ts'
import { notFound } from '#platform/errors.ts'
import { daysTimeZone } from '#platform/events/calendar.server.ts'
import type { Agent } from '#platform/session.server.ts'
import type { AnalyticsQuestion } from './analytics.ts'
import { type Span, spansOf } from './ranges.ts'

/** A question that was looked into: whose events, which of them, and which days by the agent's calendar. */
export interface Inquiry {
  agentId: string
  timeZone: string
  /** The agent has chosen another time zone, in which days are not cut yet. */
  isBeingRecut: boolean
  span: Span
  spanBefore: Span
  wish: Partial<AnalyticsQuestion>
}

type Question = Partial<AnalyticsQuestion> & Pick<AnalyticsQuestion, 'range'>

/** Listings, leads and files of others are as missing as those that never were. */
export async function inquire(db: Db, agent: Agent, question: Question): Promise<Inquiry> {
  const { listingId, leadId, fileId } = question
  const own = (table: typeof listing | typeof lead | typeof file, id: string | undefined) =>
    id
      ? sql<boolean>`exists (${db
          .select({ id: table.id })
          .from(table)
          .where(and(eq(table.id, id), eq(table.userId, agent.id)))})`
      : sql<boolean>`true`
  const [found] = await db
    .select({
      timeZone: daysTimeZone,
      isBeingRecut: isNotNull(profile.daysTimeZone),
      today: sql<string>`to_char(now() at time zone ${daysTimeZone}, 'YYYY-MM-DD')`,
      areOwn: sql<boolean>`${own(listing, listingId)} and ${own(lead, leadId)} and ${own(file, fileId)}`,
    })
    .from(user)
    .leftJoin(profile, eq(profile.userId, user.id))
    .where(eq(user.id, agent.id))
  if (!found?.areOwn) throw notFound()
  return {
    agentId: agent.id,
    timeZone: found.timeZone,
    isBeingRecut: found.isBeingRecut === true,
    ...spansOf(question, found.today),
    wish: question,
  }
}

import { and, eq, isNotNull, isNull, or, type SQLWrapper, sql } from 'drizzle-orm'
import { lowercaseContainsAllWords, containsAllWords } from '#db/matchingWords.ts'
import { lead, needsReply } from '#db/schema/lead.ts'
import { leadNote } from '#db/schema/leadNote.ts'
import { DEFAULT_TIME_ZONE, profile } from '#db/schema/profile.ts'
import { phoneSearch } from '#platform/phone.ts'
import type { Agent } from '#platform/session.server.ts'
import type { LeadFilter } from './ownLeads.ts'

/** The agent's own leads that a filter lets through. */
export const matchesLeadFilter = (agent: Agent, { search, listingId, status, from, to }: LeadFilter) =>
  and(
    eq(lead.userId, agent.id),
    status === 'archived' ? isNotNull(lead.archivedAt) : isNull(lead.archivedAt),
    status === 'new' ? needsReply : status && status !== 'archived' ? eq(lead.status, status) : undefined,
    listingId ? eq(lead.listingId, listingId) : undefined,
    from ? sql`${lead.createdAt} >= ${startOfDay(sql`${from}::date`, agent)}` : undefined,
    to ? sql`${lead.createdAt} < ${startOfDay(sql`${to}::date + 1`, agent)}` : undefined,
    search ? or(lowercaseContainsAllWords(phoneSearch(search), lead.searchText), matchesNote(phoneSearch(search))) : undefined,
  )

const matchesNote = (search: string) =>
  sql`exists (select from ${leadNote} where ${leadNote.leadId} = ${lead.id} and ${containsAllWords(search, [leadNote.body, leadNote.phone])})`

/** Days begin where the agent is. */
const startOfDay = (day: SQLWrapper, agent: Agent) =>
  sql`((${day})::timestamp at time zone coalesce(
    (select ${profile.timeZone} from ${profile} where ${profile.userId} = ${agent.id}), ${DEFAULT_TIME_ZONE}))`

import { and, eq, isNotNull, isNull, or, type SQLWrapper, sql } from 'drizzle-orm'
import { matchingLowered, matchingWords } from '#db/matchingWords.ts'
import { lead, needsReply } from '#db/schema/lead.ts'
import { leadNote } from '#db/schema/leadNote.ts'
import { HOME_TIME_ZONE, profile } from '#db/schema/profile.ts'
import { phoneSearch } from '#platform/phone.ts'
import type { Agent } from '#platform/session.server.ts'
import type { LeadFilter } from './ownLeads.ts'

/** The agent's own leads that a filter lets through. */
export const wantedLeads = (agent: Agent, { search, listingId, status, from, to }: LeadFilter) =>
  and(
    eq(lead.userId, agent.id),
    status === 'archived' ? isNotNull(lead.archivedAt) : isNull(lead.archivedAt),
    status === 'new' ? needsReply : status && status !== 'archived' ? eq(lead.status, status) : undefined,
    listingId ? eq(lead.listingId, listingId) : undefined,
    from ? sql`${lead.createdAt} >= ${beginOf(sql`${from}::date`, agent)}` : undefined,
    to ? sql`${lead.createdAt} < ${beginOf(sql`${to}::date + 1`, agent)}` : undefined,
    search ? or(matchingLowered(phoneSearch(search), lead.searchText), matchingNote(phoneSearch(search))) : undefined,
  )

const matchingNote = (search: string) =>
  sql`exists (select from ${leadNote} where ${leadNote.leadId} = ${lead.id} and ${matchingWords(search, [leadNote.body, leadNote.phone])})`

/** Days begin where the agent is. */
const beginOf = (day: SQLWrapper, agent: Agent) =>
  sql`((${day})::timestamp at time zone coalesce(
    (select ${profile.timeZone} from ${profile} where ${profile.userId} = ${agent.id}), ${HOME_TIME_ZONE}))`

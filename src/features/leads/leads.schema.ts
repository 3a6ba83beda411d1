import * as z from 'zod/mini'
import { heatLevels } from '#features/analytics/heatLevels.ts'
import { OPEN_HOME_ID } from '#features/listings/facts/facts.schema.ts'
import { Day, LeadId, ListingId, maxCharacters, Whose } from '#platform/input/fieldSchemas.ts'
import { leadSorts, leadStatuses, leadStatusFilters, MAX_EXPORTED_SELECTION } from './leadsSearch.ts'

/** The agent's own note about a lead, which no buyer sees. */
export const MAX_AGENT_NOTE_LENGTH = 5_000

/** `assigned` is for leads that the agent looks after, on anyone's listing. */
const LeadsWhose = z.union([z.literal('assigned'), Whose])
export type LeadsWhose = z.infer<typeof LeadsWhose>

const countedFields = {
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  listingId: z.optional(ListingId),
  /** Leads that gave this answer to this question; any answer without one. */
  question: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  answer: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
  heat: z.optional(z.enum(heatLevels)),
  /** Leads that came to any open home, or to this one. */
  openHome: z.optional(
    z.union([z.literal('any'), z.string().check(z.regex(OPEN_HOME_ID, 'Not the id of an open home'))]),
  ),
  /** The first and last day on which leads arrived, in the agent's time zone. */
  from: z.optional(Day),
  to: z.optional(Day),
  whose: z.optional(LeadsWhose),
}

const filterFields = {
  ...countedFields,
  /** Without one: every lead that is not archived. */
  status: z.optional(z.enum(leadStatusFilters)),
  sort: z._default(z.enum(leadSorts), 'newest'),
}

/** Filter and order of the list and the export. */
export const LeadFilter = z.strictObject(filterFields)
export type LeadFilter = z.infer<typeof LeadFilter>

/** The export of selected leads, archived or not: their ids, with commas between them. */
export const SelectedLeads = z.strictObject({
  ids: z.pipe(
    z.pipe(
      z.string(),
      z.transform((ids) => ids.split(',')),
    ),
    z.array(LeadId).check(z.maxLength(MAX_EXPORTED_SELECTION)),
  ),
})

export const CountLeadsInput = z.strictObject(countedFields)
export type CountLeadsInput = z.infer<typeof CountLeadsInput>

const pageFields = {
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 50),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
}

export const ListLeadsInput = z.strictObject({ ...filterFields, ...pageFields })
export type ListLeadsInput = z.infer<typeof ListLeadsInput>

export const LeadIdInput = z.strictObject({ id: LeadId })
export const MAX_LEADS_PER_CALL = 100
export const LeadIdsInput = z.strictObject({
  ids: z.array(LeadId).check(z.minLength(1), z.maxLength(MAX_LEADS_PER_CALL)),
})
export const LeadTimelineInput = z.strictObject({ id: LeadId, ...pageFields })
export type LeadTimelineInput = z.infer<typeof LeadTimelineInput>

/** The agent's changes to a lead. Unchanged fields are left out. */
export const UpdateLeadInput = z.strictObject({
  id: LeadId,
  status: z.optional(z.enum(leadStatuses)),
  agentNote: z.optional(z.string().check(maxCharacters(MAX_AGENT_NOTE_LENGTH))),
})
export type UpdateLeadInput = z.infer<typeof UpdateLeadInput>

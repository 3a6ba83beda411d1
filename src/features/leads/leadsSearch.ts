import type { SearchSchemaInput } from '@tanstack/react-router'
import { type HeatLevel, heatLevels } from '#features/analytics/heatLevels.ts'
import { choiceParam, dayParam, patternParam, textParam, whoseParam } from '#platform/input/searchParams.ts'
import type { CountLeadsInput, LeadFilter } from './leads.schema.ts'

const emptySearch = {
  search: '',
  status: '',
  heat: '',
  listing: '',
  question: '',
  answer: '',
  openHome: '',
  from: '',
  to: '',
  whose: '',
  sort: 'newest',
  lead: '',
  add: '',
} as const

export interface LeadsSearch {
  search: string
  status: LeadStatusFilter | ''
  heat: HeatLevel | ''
  listing: string
  /** Leads that gave this answer to this question. */
  question: string
  answer: string
  /** Leads that came to an open home: to any, or to the one with this id. Its page links here. */
  openHome: string
  from: string
  to: string
  /** Whose leads, in a team. `assigned` is for those that the agent looks after. */
  whose: string
  sort: LeadSort
  /** The open lead. Emails to the agent link to it. */
  lead: string
  /** The open dialog for new leads. A listing's menu links to it. */
  add: 'lead' | 'import' | ''
}

/** The search in the URL. */
export const parseLeadsSearch = (given: Partial<LeadsSearch> & SearchSchemaInput): LeadsSearch => ({
  search: textParam(given.search),
  status: choiceParam(given.status, leadStatusFilters, emptySearch.status),
  heat: choiceParam(given.heat, heatLevels, emptySearch.heat),
  listing: patternParam(given.listing, /^list_[0-9a-z]{1,40}$/),
  question: textParam(given.question, 200),
  answer: textParam(given.answer, 300),
  openHome: patternParam(given.openHome, /^(any|open_[0-9a-z]{16})$/),
  from: dayParam(given.from),
  to: dayParam(given.to),
  whose: given.whose === 'assigned' ? given.whose : whoseParam(given.whose),
  sort: choiceParam(given.sort, leadSorts, emptySearch.sort),
  lead: patternParam(given.lead, /^lead_[0-9a-z]{1,40}$/),
  add: choiceParam(given.add, ['lead', 'import'] as const, emptySearch.add),
})

/** What a URL without a search means. */
export const defaultLeadsSearch: LeadsSearch = emptySearch

export const noLeadFilters = {
  status: '',
  heat: '',
  listing: '',
  question: '',
  answer: '',
  openHome: '',
  from: '',
  to: '',
  whose: '',
} as const satisfies Partial<LeadsSearch>

/** How many filters limit the list. A range of days is one, and so is an answer. */
export const countLeadFilters = ({ status, heat, listing, question, openHome, from, to, whose }: LeadsSearch) =>
  [status, heat, listing, question, openHome, from || to, whose].filter(Boolean).length

export const hasLeadFilters = (search: LeadsSearch) => search.search !== '' || countLeadFilters(search) > 0

/** The input of the list, without empty filters. */
export const leadsQueryInput = (search: LeadsSearch): Partial<LeadFilter> => ({
  sort: search.sort,
  ...leadCountsInput(search),
  ...(search.status && { status: search.status }),
})

/** The input of the counts beside the choices of status: the same leads, whatever their status. */
export const leadCountsInput = ({
  search,
  heat,
  listing,
  question,
  answer,
  openHome,
  from,
  to,
  whose,
}: LeadsSearch): CountLeadsInput => ({
  ...(search && { search }),
  ...(heat && { heat }),
  ...(listing && { listingId: listing }),
  ...(question && { question }),
  ...(question && answer && { answer }),
  ...(openHome && { openHome }),
  ...(from && { from }),
  ...(to && { to }),
  ...(whose && { whose }),
})

/** The same leads for a spreadsheet. */
export const leadsCsvUrl = (search: LeadsSearch) => `/portal/leads.csv?${new URLSearchParams(leadsQueryInput(search))}`

/** Only these leads. As many as a URL has room for. */
export const MAX_EXPORTED_SELECTION = 200
export const selectedLeadsCsvUrl = (ids: readonly string[]) => `/portal/leads.csv?ids=${ids.join(',')}`

/** Not in the schemas, so that the router can read the URL before Zod is loaded. */
export const leadStatuses = ['new', 'contacted', 'viewing', 'offer', 'closed'] as const
export type LeadStatus = (typeof leadStatuses)[number]

/** The groups of the list. Only `needs_reply` overlaps with others. */
export const leadStatusFilters = ['needs_reply', ...leadStatuses, 'archived'] as const
export type LeadStatusFilter = (typeof leadStatusFilters)[number]

export const statusLabels: Record<LeadStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  viewing: 'Viewing',
  offer: 'Offer',
  closed: 'Closed',
}

export const leadSorts = ['newest', 'oldest', 'name', 'seen', 'heat'] as const
export type LeadSort = (typeof leadSorts)[number]

import type { SearchSchemaInput } from '@tanstack/react-router'
import { choiceParam, dayParam, patternParam, textParam } from '#platform/input/searchParams.ts'
import type { LeadFilter } from './leads.schema.ts'

const emptySearch = {
  search: '',
  status: '',
  listing: '',
  question: '',
  answer: '',
  from: '',
  to: '',
  sort: 'newest',
  lead: '',
} as const

export interface LeadsSearch {
  search: string
  status: LeadStatus | 'archived' | ''
  listing: string
  /** Leads that gave this answer to this question. */
  question: string
  answer: string
  from: string
  to: string
  sort: LeadSort
  /** The open lead. Emails to the agent link to it. */
  lead: string
}

/** The search in the URL. */
export const parseLeadsSearch = (given: Partial<LeadsSearch> & SearchSchemaInput): LeadsSearch => ({
  search: textParam(given.search),
  status: choiceParam(given.status, [...leadStatuses, 'archived'] as const, emptySearch.status),
  listing: patternParam(given.listing, /^list_[0-9a-z]{1,40}$/),
  question: textParam(given.question, 200),
  answer: textParam(given.answer, 300),
  from: dayParam(given.from),
  to: dayParam(given.to),
  sort: choiceParam(given.sort, leadSorts, emptySearch.sort),
  lead: patternParam(given.lead, /^lead_[0-9a-z]{1,40}$/),
})

/** What a URL without a search means. */
export const defaultLeadsSearch: LeadsSearch = emptySearch

export const noLeadFilters = {
  status: '',
  listing: '',
  question: '',
  answer: '',
  from: '',
  to: '',
} as const satisfies Partial<LeadsSearch>

/** How many filters limit the list. A range of days is one, and so is an answer. */
export const countLeadFilters = ({ status, listing, question, from, to }: LeadsSearch) =>
  [status, listing, question, from || to].filter(Boolean).length

export const hasLeadFilters = (search: LeadsSearch) => search.search !== '' || countLeadFilters(search) > 0

/** The input of the list, without empty filters. */
export const leadsQueryInput = ({
  search,
  status,
  listing,
  question,
  answer,
  from,
  to,
  sort,
}: LeadsSearch): Partial<LeadFilter> => ({
  sort,
  ...(search && { search }),
  ...(status && { status }),
  ...(listing && { listingId: listing }),
  ...(question && { question }),
  ...(question && answer && { answer }),
  ...(from && { from }),
  ...(to && { to }),
})

/** The same leads for a spreadsheet. */
export const leadsCsvUrl = (search: LeadsSearch) => `/portal/leads.csv?${new URLSearchParams(leadsQueryInput(search))}`

/** Not in the schemas, so that the router can read the URL before Zod is loaded. */
export const leadStatuses = ['new', 'contacted', 'viewing', 'offer', 'closed'] as const
export type LeadStatus = (typeof leadStatuses)[number]

export const statusLabels: Record<LeadStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  viewing: 'Viewing',
  offer: 'Offer',
  closed: 'Closed',
}

export const leadSorts = ['newest', 'oldest', 'name', 'seen'] as const
export type LeadSort = (typeof leadSorts)[number]

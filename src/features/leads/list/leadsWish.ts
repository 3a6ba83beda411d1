import type { SearchSchemaInput } from '@tanstack/react-router'
import { calendarDay, matching, oneOf, shortText } from '#platform/searchPart.ts'
import { type LeadSort, type LeadStatus, leadSorts, leadStatuses } from '../leadChoices.ts'
import type { LeadFilter } from '../ownLeads.ts'

const nothing = { search: '', status: '', listing: '', from: '', to: '', sort: 'newest', lead: '' } as const

export interface LeadsWish {
  search: string
  status: LeadStatus | 'archived' | ''
  listing: string
  from: string
  to: string
  sort: LeadSort
  /** The one that lies open. Mails to the agent point at it. */
  lead: string
}

/** The search part of the address. */
export const readWish = (given: Partial<LeadsWish> & SearchSchemaInput): LeadsWish => ({
  search: shortText(given.search),
  status: oneOf(given.status, [...leadStatuses, 'archived'] as const, nothing.status),
  listing: matching(given.listing, /^list_[0-9a-z]{1,40}$/),
  from: calendarDay(given.from),
  to: calendarDay(given.to),
  sort: oneOf(given.sort, leadSorts, nothing.sort),
  lead: matching(given.lead, /^lead_[0-9a-z]{1,40}$/),
})

/** What an address without a search part means. */
export const noWish: LeadsWish = nothing

export const isFiltered = ({ search, status, listing, from, to }: LeadsWish) =>
  Boolean(search || status || listing || from || to)

/** The same for the list call, which knows nothing of empty choices. */
export const filterOf = ({ search, status, listing, from, to, sort }: LeadsWish): Partial<LeadFilter> => ({
  sort,
  ...(search && { search }),
  ...(status && { status }),
  ...(listing && { listingId: listing }),
  ...(from && { from }),
  ...(to && { to }),
})

/** Where the same leads are to be had as a table for a spreadsheet. */
export const csvAddress = (wish: LeadsWish) => `/portal/leads.csv?${new URLSearchParams(filterOf(wish))}`

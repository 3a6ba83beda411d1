import * as z from 'zod/mini'
import { LeadId, ListingId } from '#platform/ids.ts'
import { type LeadFilter, leadSorts, leadStatuses } from '../ownLeads.ts'

const nothing = { search: '', status: '', listing: '', from: '', to: '', sort: 'newest', lead: '' } as const

const orNothing = <Shape extends z.ZodMiniType<string>>(shape: Shape) =>
  z.catch(z._default(z.union([z.literal(''), shape]), ''), '')
const Day = orNothing(z.iso.date())

/** The search part of the address. Anything that makes no sense is as good as missing. */
export const LeadsWish = z.object({
  search: z.catch(z._default(z.string().check(z.maxLength(100)), nothing.search), nothing.search),
  status: z.catch(z._default(z.enum(['', ...leadStatuses, 'archived']), nothing.status), nothing.status),
  listing: orNothing(ListingId),
  from: Day,
  to: Day,
  sort: z.catch(z._default(z.enum(leadSorts), nothing.sort), nothing.sort),
  /** The one that lies open. Mails to the agent point at it. */
  lead: orNothing(LeadId),
})
export type LeadsWish = z.infer<typeof LeadsWish>

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

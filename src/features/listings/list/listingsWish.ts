import * as z from 'zod/mini'
import { type ListingQuestion, listingSorts, listingStates } from '../listings.ts'

const nothing = { search: '', state: '', sort: 'changed' } as const

/** The search part of the address. Anything that makes no sense is as good as missing. */
export const ListingsWish = z.object({
  search: z.catch(z._default(z.string().check(z.maxLength(100)), nothing.search), nothing.search),
  state: z.catch(z._default(z.enum(['', ...listingStates]), nothing.state), nothing.state),
  sort: z.catch(z._default(z.enum(listingSorts), nothing.sort), nothing.sort),
})
export type ListingsWish = z.infer<typeof ListingsWish>

/** What an address without a search part means. */
export const noWish: ListingsWish = nothing

/** The same for the list call, where no state means everything that is not archived. */
export const questionOf = ({
  search,
  state,
  sort,
}: ListingsWish): Pick<ListingQuestion, 'search' | 'state' | 'sort'> => ({
  search,
  sort,
  ...(state && { state }),
})

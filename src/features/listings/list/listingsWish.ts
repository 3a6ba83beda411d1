import type { SearchSchemaInput } from '@tanstack/react-router'
import { oneOf, shortText } from '#platform/searchPart.ts'
import { type ListingSort, type ListingState, listingSorts, listingStates } from '../listingChoices.ts'
import type { ListingQuestion } from '../listings.ts'

const nothing = { search: '', state: '', sort: 'changed' } as const

export interface ListingsWish {
  search: string
  state: ListingState | ''
  sort: ListingSort
}

/** The search part of the address. */
export const readWish = ({ search, state, sort }: Partial<ListingsWish> & SearchSchemaInput): ListingsWish => ({
  search: shortText(search),
  state: oneOf(state, listingStates, nothing.state),
  sort: oneOf(sort, listingSorts, nothing.sort),
})

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

import type { SearchSchemaInput } from '@tanstack/react-router'
import { choiceParam, textParam } from '#platform/input/searchParams.ts'
import type { ListListingsInput } from './listings.schema.ts'

const emptySearch = { search: '', state: '', sort: 'changed' } as const

export interface ListingsSearch {
  search: string
  state: ListingState | ''
  sort: ListingSort
}

/** The search in the URL. */
export const parseListingsSearch = ({
  search,
  state,
  sort,
}: Partial<ListingsSearch> & SearchSchemaInput): ListingsSearch => ({
  search: textParam(search),
  state: choiceParam(state, listingStates, emptySearch.state),
  sort: choiceParam(sort, listingSorts, emptySearch.sort),
})

/** What a URL without a search means. */
export const defaultListingsSearch: ListingsSearch = emptySearch

/** The input of the list, where no state means everything that is not archived. */
export const listingsQueryInput = ({
  search,
  state,
  sort,
}: ListingsSearch): Pick<ListListingsInput, 'search' | 'state' | 'sort'> => ({
  search,
  sort,
  ...(state && { state }),
})

export const listingStates = ['draft', 'published', 'archived'] as const
export type ListingState = (typeof listingStates)[number]

export const listingSorts = ['changed', 'created', 'title'] as const
export type ListingSort = (typeof listingSorts)[number]

import type { SearchSchemaInput } from '@tanstack/react-router'
import { choiceParam, textParam, whoseParam } from '#platform/input/searchParams.ts'
import type { ListListingsInput } from './listings.schema.ts'

const emptySearch = { search: '', state: '', whose: '', sort: 'changed' } as const

export interface ListingsSearch {
  search: string
  state: ListingState | ''
  /** Whose listings, in a team. */
  whose: string
  sort: ListingSort
}

/** The search in the URL. */
export const parseListingsSearch = ({
  search,
  state,
  whose,
  sort,
}: Partial<ListingsSearch> & SearchSchemaInput): ListingsSearch => ({
  search: textParam(search),
  state: choiceParam(state, listingStates, emptySearch.state),
  whose: whoseParam(whose),
  sort: choiceParam(sort, listingSorts, emptySearch.sort),
})

/** What a URL without a search means. */
export const defaultListingsSearch: ListingsSearch = emptySearch

/** The input of the list, where no state means everything that is not archived. */
export const listingsQueryInput = ({
  search,
  state,
  whose,
  sort,
}: ListingsSearch): Pick<ListListingsInput, 'search' | 'state' | 'whose' | 'sort'> => ({
  search,
  sort,
  ...(state && { state }),
  ...(whose && { whose }),
})

/** The facts of the same listings, in every state, for a spreadsheet. */
export const listingsCsvUrl = ({ whose }: Pick<ListingsSearch, 'whose'>) =>
  `/portal/listings.csv${whose && `?whose=${whose}`}`

export const listingStates = ['draft', 'published', 'archived'] as const
export type ListingState = (typeof listingStates)[number]

export const listingSorts = ['changed', 'created', 'title'] as const
export type ListingSort = (typeof listingSorts)[number]

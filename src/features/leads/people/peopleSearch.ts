import type { SearchSchemaInput } from '@tanstack/react-router'
import { choiceParam, textParam, whoseParam } from '#platform/input/searchParams.ts'
import type { PeopleFilter } from './people.schema.ts'

export const peopleSorts = ['seen', 'hottest', 'name'] as const
export type PeopleSort = (typeof peopleSorts)[number]

export interface PeopleSearch {
  search: string
  /** Those with a lead of someone, in a team. */
  whose: string
  sort: PeopleSort
}

export const defaultPeopleSearch: PeopleSearch = { search: '', whose: '', sort: 'seen' }

/** The search in the URL. */
export const parsePeopleSearch = (given: Partial<PeopleSearch> & SearchSchemaInput): PeopleSearch => ({
  search: textParam(given.search),
  whose: whoseParam(given.whose),
  sort: choiceParam(given.sort, peopleSorts, defaultPeopleSearch.sort),
})

/** The input of the list, without empty filters. */
export const peopleQueryInput = ({ search, whose, sort }: PeopleSearch): PeopleFilter => ({
  search,
  sort,
  ...(whose && { whose }),
})

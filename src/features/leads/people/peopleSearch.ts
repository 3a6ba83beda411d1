import type { SearchSchemaInput } from '@tanstack/react-router'
import { choiceParam, textParam } from '#platform/input/searchParams.ts'

export const peopleSorts = ['seen', 'hottest', 'name'] as const
export type PeopleSort = (typeof peopleSorts)[number]

export interface PeopleSearch {
  search: string
  sort: PeopleSort
}

export const defaultPeopleSearch: PeopleSearch = { search: '', sort: 'seen' }

/** The search in the URL. */
export const parsePeopleSearch = (given: Partial<PeopleSearch> & SearchSchemaInput): PeopleSearch => ({
  search: textParam(given.search),
  sort: choiceParam(given.sort, peopleSorts, defaultPeopleSearch.sort),
})

import type { SearchSchemaInput } from '@tanstack/react-router'
import { type DocumentType, documentTypes } from '#features/listings/listingFiles.ts'
import { choiceParam, patternParam, textParam } from '#platform/input/searchParams.ts'
import type { ListFilesInput } from './files.schema.ts'

const emptySearch = { search: '', listing: '', kind: '', state: '', sort: 'newest', page: 1 } as const

const kinds = ['image', ...Object.keys(documentTypes)] as ['image', ...DocumentType[]]
const LAST_PAGE = 10_000

export interface FilesSearch {
  search: string
  listing: string
  kind: (typeof kinds)[number] | ''
  state: (typeof fileStates)[number] | ''
  sort: (typeof fileSorts)[number]
  page: number
}

/** The search part of the address. */
export const parseFilesSearch = (given: Partial<FilesSearch> & SearchSchemaInput): FilesSearch => ({
  search: textParam(given.search),
  listing: patternParam(given.listing, /^(none|list_[0-9a-z]{1,40})$/),
  kind: choiceParam(given.kind, kinds, emptySearch.kind),
  state: choiceParam(given.state, fileStates, emptySearch.state),
  sort: choiceParam(given.sort, fileSorts, emptySearch.sort),
  page: isPage(given.page) ? given.page : emptySearch.page,
})

const isPage = (page: unknown): page is number =>
  typeof page === 'number' && Number.isInteger(page) && page >= 1 && page <= LAST_PAGE

/** What an address without a search part means. */
export const defaultFilesSearch: FilesSearch = emptySearch

export const hasFilters = ({ search, listing, kind, state }: FilesSearch) => Boolean(search || listing || kind || state)

export const FILES_PER_PAGE = 50

/** The same for the list call, which knows nothing of empty choices. */
export const filesQueryInput = ({
  search,
  listing,
  kind,
  state,
  sort,
  page,
}: FilesSearch): Partial<ListFilesInput> => ({
  search,
  sort,
  page,
  limit: FILES_PER_PAGE,
  ...(listing && { listing }),
  ...(kind && { kind }),
  ...(state && { state }),
})

export const fileStates = ['processing', 'ready', 'failed', 'archived'] as const
export const fileSorts = ['newest', 'name', 'size'] as const

import type { SearchSchemaInput } from '@tanstack/react-router'
import { type DocumentType, documentTypes } from '#features/listings/documentTypes.ts'
import { choiceParam, patternParam, textParam, whoseParam } from '#platform/input/searchParams.ts'
import type { ListFilesInput } from './files.schema.ts'

const emptySearch = { search: '', listing: '', kind: '', state: '', whose: '', sort: 'newest' } as const

const kinds = ['image', ...Object.keys(documentTypes)] as ['image', ...DocumentType[]]

export interface FilesSearch {
  search: string
  listing: string
  kind: (typeof kinds)[number] | ''
  state: (typeof fileStates)[number] | ''
  /** Whose files, in a team. */
  whose: string
  sort: FileSort
}

/** The search in the URL. */
export const parseFilesSearch = (given: Partial<FilesSearch> & SearchSchemaInput): FilesSearch => ({
  search: textParam(given.search),
  listing: patternParam(given.listing, /^(none|list_[0-9a-z]{1,40})$/),
  kind: choiceParam(given.kind, kinds, emptySearch.kind),
  state: choiceParam(given.state, fileStates, emptySearch.state),
  whose: whoseParam(given.whose),
  sort: choiceParam(given.sort, fileSorts, emptySearch.sort),
})

/** What a URL without a search means. */
export const defaultFilesSearch: FilesSearch = emptySearch

export const noFileFilters = { listing: '', kind: '', state: '', whose: '' } as const satisfies Partial<FilesSearch>

/** How many filters limit the list. */
export const countFileFilters = ({ listing, kind, state, whose }: FilesSearch) =>
  [listing, kind, state, whose].filter(Boolean).length

export const hasFileFilters = (search: FilesSearch) => search.search !== '' || countFileFilters(search) > 0

/** The input of the list, without empty filters. */
export const filesQueryInput = ({
  search,
  listing,
  kind,
  state,
  whose,
  sort,
}: FilesSearch): Partial<ListFilesInput> => ({
  search,
  sort,
  ...(listing && { listing }),
  ...(kind && { kind }),
  ...(state && { state }),
  ...(whose && { whose }),
})

export const fileStates = ['processing', 'ready', 'failed', 'archived'] as const
export const fileSorts = ['newest', 'name', 'size'] as const
export type FileSort = (typeof fileSorts)[number]

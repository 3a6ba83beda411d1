import type { SearchSchemaInput } from '@tanstack/react-router'
import { type DocumentKind, documentKinds } from '#platform/media/documentKinds.ts'
import { matching, oneOf, shortText } from '#platform/searchPart.ts'
import { fileSorts, fileStates } from '../fileChoices.ts'
import type { FileQuestion } from '../files.ts'

const nothing = { search: '', listing: '', kind: '', state: '', sort: 'newest', page: 1 } as const

const kinds = ['image', ...Object.keys(documentKinds)] as ['image', ...DocumentKind[]]
const LAST_PAGE = 10_000

export interface FilesWish {
  search: string
  listing: string
  kind: (typeof kinds)[number] | ''
  state: (typeof fileStates)[number] | ''
  sort: (typeof fileSorts)[number]
  page: number
}

/** The search part of the address. */
export const readWish = (given: Partial<FilesWish> & SearchSchemaInput): FilesWish => ({
  search: shortText(given.search),
  listing: matching(given.listing, /^(none|list_[0-9a-z]{1,40})$/),
  kind: oneOf(given.kind, kinds, nothing.kind),
  state: oneOf(given.state, fileStates, nothing.state),
  sort: oneOf(given.sort, fileSorts, nothing.sort),
  page: isPage(given.page) ? given.page : nothing.page,
})

const isPage = (page: unknown): page is number =>
  typeof page === 'number' && Number.isInteger(page) && page >= 1 && page <= LAST_PAGE

/** What an address without a search part means. */
export const noWish: FilesWish = nothing

export const isFiltered = ({ search, listing, kind, state }: FilesWish) => Boolean(search || listing || kind || state)

export const PAGE_SIZE = 50

/** The same for the list call, which knows nothing of empty choices. */
export const questionOf = ({ search, listing, kind, state, sort, page }: FilesWish): Partial<FileQuestion> => ({
  search,
  sort,
  page,
  limit: PAGE_SIZE,
  ...(listing && { listing }),
  ...(kind && { kind }),
  ...(state && { state }),
})

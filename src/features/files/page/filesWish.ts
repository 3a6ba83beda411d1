import * as z from 'zod/mini'
import { type DocumentKind, documentKinds } from '#platform/media/documentKinds.ts'
import { type FileQuestion, fileStates } from '../files.ts'

const nothing = { search: '', listing: '', kind: '', state: '', sort: 'newest', page: 1 } as const

const kinds = ['', 'image', ...Object.keys(documentKinds)] as ['', 'image', ...DocumentKind[]]
const ListingWish = z.string().check(z.regex(/^(none|list_[0-9a-z]{1,40})?$/))
const Page = z.int().check(z.gte(1), z.lte(10_000))

/** The search part of the address. Anything that makes no sense is as good as missing. */
export const FilesWish = z.object({
  search: z.catch(z._default(z.string().check(z.maxLength(100)), nothing.search), nothing.search),
  listing: z.catch(z._default(ListingWish, nothing.listing), nothing.listing),
  kind: z.catch(z._default(z.enum(kinds), nothing.kind), nothing.kind),
  state: z.catch(z._default(z.enum(['', ...fileStates]), nothing.state), nothing.state),
  sort: z.catch(z._default(z.enum(['newest', 'name', 'size']), nothing.sort), nothing.sort),
  page: z.catch(z._default(Page, nothing.page), nothing.page),
})
export type FilesWish = z.infer<typeof FilesWish>

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

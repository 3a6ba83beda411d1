import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { reportError } from '#platform/reporting/reportError.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { showToast, showUndoToast } from '#ui/feedback/toasts.tsx'
import {
  archiveListing,
  duplicateListing,
  type ListedListing,
  listingCountsQuery,
  listingQuery,
  publishListing,
  restoreListing,
  unpublishListing,
} from '../listings.functions.ts'
import { type ListingState, listingStates } from '../listingsSearch.ts'

export interface ActionListing {
  id: string
  title: string
  publishedAt: Date | null
}

export type ListingAction = 'publish' | 'unpublish' | 'archive' | 'restore'

interface ListingActionSpec {
  call: (question: { data: { id: string } }) => Promise<{ id: string; state: ListingState; publishedAt: Date | null }>
  state: (listing: ActionListing) => ListingState
  praise: (title: string) => string
  /** What takes it back. */
  undo?: ListingAction
}

const actionSpecs: Record<ListingAction, ListingActionSpec> = {
  publish: { call: publishListing, state: () => 'published', praise: (title) => `${title} published.` },
  unpublish: {
    call: unpublishListing,
    state: () => 'draft',
    praise: (title) => `${title} unpublished.`,
    undo: 'publish',
  },
  archive: {
    call: archiveListing,
    state: () => 'archived',
    praise: (title) => `${title} archived.`,
    undo: 'restore',
  },
  restore: {
    call: restoreListing,
    state: ({ publishedAt }) => (publishedAt ? 'published' : 'draft'),
    praise: (title) => `${title} restored.`,
  },
}

interface ActionInput {
  action: ListingAction
  listing: ActionListing
}

/** Publish, take down, archive and restore: seen at once, and put back if the server says no. */
export function useListingActions() {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ action, listing: { id } }: ActionInput) => actionSpecs[action].call({ data: { id } }),
    onMutate: ({ action, listing }) => updateCachedListing(queryClient, listing.id, actionSpecs[action].state(listing)),
    onError: (error, _act, putBack) => {
      putBack?.()
      reportError(error)
    },
    onSuccess: async (moved, { action, listing }, putBack) => {
      const { praise, undo } = actionSpecs[action]
      if (undo) showUndoToast(praise(listing.title), () => takeBack({ action: undo, listing }, putBack))
      else showToast(praise(listing.title))
      await confirmCachedListing(queryClient, moved)
    },
  })
  const takeBack = (act: ActionInput, putBack?: () => void) => {
    putBack?.()
    mutate(act)
  }
  return { act: mutate, isPending }
}

/** Opens the copy, because that is what it was made for. */
export function useDuplicateListing() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate } = useMutation({
    mutationFn: (id: string) => duplicateListing({ data: { id } }),
    onSuccess: async ({ id, title }) => {
      await navigate({ to: '/portal/listings/$id', params: { id } })
      showToast(`Draft created: ${title}.`)
      await invalidateListings(queryClient)
    },
  })
  return mutate
}

type CachedLists = InfiniteData<{ listings: ListedListing[]; next: string | null }>

const allListsKey = { queryKey: [queryKeys.listings, 'list'] }

/** Shows a listing's new state in every list that the browser holds, and takes it out where it no longer belongs. */
async function updateCachedListing(queryClient: QueryClient, id: string, state: ListingState) {
  // An answer that is on its way knows only the old state.
  await queryClient.cancelQueries(allListsKey)
  const before = queryClient.getQueriesData<CachedLists>(allListsKey)
  for (const shown of [undefined, ...listingStates]) {
    const belongs = shown ? state === shown : state !== 'archived'
    const change = (listing: ListedListing) => (listing.id !== id ? [listing] : belongs ? [{ ...listing, state }] : [])
    queryClient.setQueriesData<CachedLists>(
      { queryKey: [...allListsKey.queryKey, { state: shown }] },
      (lists) => lists && { ...lists, pages: lists.pages.map((page) => withListings(page, change)) },
    )
  }
  return function putBack() {
    for (const [key, lists] of before) queryClient.setQueryData(key, lists)
  }
}

const withListings = (page: CachedLists['pages'][number], change: (listing: ListedListing) => ListedListing[]) => ({
  ...page,
  listings: page.listings.flatMap(change),
})

interface ChangedListing {
  id: string
  state: ListingState
  publishedAt: Date | null
}

/** After the server has agreed. The lists are right already; they are only marked, to be read again on the next visit. */
async function confirmCachedListing(queryClient: QueryClient, { id, state, publishedAt }: ChangedListing) {
  queryClient.setQueryData(listingQuery(id).queryKey, (listing) => listing && { ...listing, state, publishedAt })
  await Promise.all([
    queryClient.invalidateQueries({ ...allListsKey, refetchType: 'none' }),
    queryClient.invalidateQueries({ queryKey: [queryKeys.publicListing] }),
    queryClient.invalidateQueries(listingCountsQuery),
  ])
}

/** After words changed: titles and order of every list may be others. */
export const invalidateListings = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries(allListsKey),
    queryClient.invalidateQueries({ queryKey: [queryKeys.publicListing] }),
    queryClient.invalidateQueries(listingCountsQuery),
  ])

import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import {
  archiveListing,
  duplicateListing,
  type ListedListing,
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
  call: (input: { data: { id: string } }) => Promise<{ id: string; state: ListingState; publishedAt: Date | null }>
  state: (listing: ActionListing) => ListingState
  successMessage: (title: string) => string
  /** The action that reverses it. */
  undo?: ListingAction
}

const actionSpecs: Record<ListingAction, ListingActionSpec> = {
  publish: { call: publishListing, state: () => 'published', successMessage: (title) => `${title} published.` },
  unpublish: {
    call: unpublishListing,
    state: () => 'draft',
    successMessage: (title) => `${title} unpublished.`,
    undo: 'publish',
  },
  archive: {
    call: archiveListing,
    state: () => 'archived',
    successMessage: (title) => `${title} archived.`,
    undo: 'restore',
  },
  restore: {
    call: restoreListing,
    state: ({ publishedAt }) => (publishedAt ? 'published' : 'draft'),
    successMessage: (title) => `${title} restored.`,
  },
}

interface ActionInput {
  action: ListingAction
  listing: ActionListing
  /** The page shows the success itself. */
  isAnnounced?: boolean
}

export function useListingActions() {
  const { mutate, isPending } = useOptimisticMutation({
    mutationFn: ({ action, listing: { id } }: ActionInput) => actionSpecs[action].call({ data: { id } }),
    queryKey: queryKeys.listings.lists,
    updateCache: (queryClient, { action, listing }) =>
      updateCachedLists(queryClient, listing.id, actionSpecs[action].state(listing)),
    successMessage: ({ action, listing, isAnnounced }) =>
      isAnnounced ? '' : actionSpecs[action].successMessage(listing.title),
    undo({ action, listing }, rollback) {
      const { undo } = actionSpecs[action]
      if (!undo) return
      return () => {
        rollback()
        mutate({ action: undo, listing })
      }
    },
    onSuccess: (queryClient, { id, state, publishedAt }) =>
      queryClient.setQueryData(listingQuery(id).queryKey, (listing) => listing && { ...listing, state, publishedAt }),
    invalidates: [
      // The cached lists are already correct: they are refetched on the next visit only.
      { ...allLists, refetchType: 'none' },
      { queryKey: queryKeys.publicListing.all },
      { queryKey: queryKeys.listings.counts },
    ],
  })
  return { act: mutate, isPending }
}

/** Duplicates a listing and opens the copy. */
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

const allLists = { queryKey: queryKeys.listings.lists }

/** Shows a listing's new state in every cached list, and removes it where it no longer belongs. */
function updateCachedLists(queryClient: QueryClient, id: string, state: ListingState) {
  for (const listState of [undefined, ...listingStates]) {
    const belongs = listState ? state === listState : state !== 'archived'
    const change = (listing: ListedListing) => (listing.id !== id ? [listing] : belongs ? [{ ...listing, state }] : [])
    queryClient.setQueriesData<CachedLists>(
      { queryKey: queryKeys.listings.list({ state: listState }) },
      (lists) => lists && { ...lists, pages: lists.pages.map((page) => withListings(page, change)) },
    )
  }
}

const withListings = (page: CachedLists['pages'][number], change: (listing: ListedListing) => ListedListing[]) => ({
  ...page,
  listings: page.listings.flatMap(change),
})

/** After the text changed: the titles and the order in every list may be different. */
export const invalidateListings = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries(allLists),
    queryClient.invalidateQueries({ queryKey: queryKeys.publicListing.all }),
    queryClient.invalidateQueries({ queryKey: queryKeys.listings.previews }),
    queryClient.invalidateQueries({ queryKey: queryKeys.listings.counts }),
  ])

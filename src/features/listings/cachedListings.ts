import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { queryKeys } from '#platform/queryKeys.ts'
import { type ListingState, listingStates } from './listingChoices.ts'
import { type ListedListing, listingCountsQuery, listingQuery } from './listings.functions.ts'

type CachedLists = InfiniteData<{ listings: ListedListing[]; next: string | null }>

const allListsKey = { queryKey: [queryKeys.listings, 'list'] }

/** Shows a listing's new state in every list that the browser holds, and takes it out where it no longer belongs. */
export async function updateCachedListing(queryClient: QueryClient, id: string, state: ListingState) {
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
export async function confirmCachedListing(queryClient: QueryClient, { id, state, publishedAt }: ChangedListing) {
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

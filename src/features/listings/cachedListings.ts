import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { queryKeys } from '#platform/queryKeys.ts'
import { type ListingState, listingStates } from './listingChoices.ts'
import { type ListedListing, listingCountsQuery, listingQuery } from './listings.functions.ts'

type Lists = InfiniteData<{ listings: ListedListing[]; next: string | null }>

const everyList = { queryKey: [queryKeys.listings, 'list'] }

/** Shows a listing's new state in every list that the browser holds, and takes it out where it no longer belongs. */
export async function moveListing(queryClient: QueryClient, id: string, state: ListingState) {
  // An answer that is on its way knows only the old state.
  await queryClient.cancelQueries(everyList)
  const before = queryClient.getQueriesData<Lists>(everyList)
  for (const shown of [undefined, ...listingStates]) {
    const belongs = shown ? state === shown : state !== 'archived'
    const change = (listing: ListedListing) => (listing.id !== id ? [listing] : belongs ? [{ ...listing, state }] : [])
    queryClient.setQueriesData<Lists>(
      { queryKey: [...everyList.queryKey, { state: shown }] },
      (lists) => lists && { ...lists, pages: lists.pages.map((page) => withListings(page, change)) },
    )
  }
  return function putBack() {
    for (const [key, lists] of before) queryClient.setQueryData(key, lists)
  }
}

const withListings = (page: Lists['pages'][number], change: (listing: ListedListing) => ListedListing[]) => ({
  ...page,
  listings: page.listings.flatMap(change),
})

interface Moved {
  id: string
  state: ListingState
  publishedAt: Date | null
}

/** After the server has agreed. The lists are right already; they are only marked, to be read again on the next visit. */
export async function settleListing(queryClient: QueryClient, { id, state, publishedAt }: Moved) {
  queryClient.setQueryData(listingQuery(id).queryKey, (listing) => listing && { ...listing, state, publishedAt })
  await Promise.all([
    queryClient.invalidateQueries({ ...everyList, refetchType: 'none' }),
    queryClient.invalidateQueries({ queryKey: [queryKeys.publicListing] }),
    queryClient.invalidateQueries(listingCountsQuery),
  ])
}

/** After words changed: titles and order of every list may be others. */
export const forgetLists = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries(everyList),
    queryClient.invalidateQueries({ queryKey: [queryKeys.publicListing] }),
    queryClient.invalidateQueries(listingCountsQuery),
  ])

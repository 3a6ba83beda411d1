import { useInfiniteQuery } from '@tanstack/react-query'
import { LoadMore } from '#ui/LoadMore.tsx'
import { relativeTime } from '#ui/relativeTime.ts'
import { SectionError } from '#ui/SectionError.tsx'
import { useNow } from '#ui/useNow.ts'
import { listingsQuery } from '../listings.functions.ts'
import { useDuplicate, useListingDeeds } from '../useListingDeeds.ts'
import grid from './ListingCard.module.css'
import { ListingCard } from './ListingCard.tsx'
import { ListingRow } from './ListingRow.tsx'
import classes from './Listings.module.css'
import { ListingsSkeleton } from './ListingsSkeleton.tsx'
import { ListingTable } from './ListingTable.tsx'
import type { ListingsView } from './listingsView.ts'
import { type ListingsWish, questionOf } from './listingsWish.ts'
import { NothingListed } from './NothingListed.tsx'

/** What the wish finds, page after page. */
export function Listings({ wish, view }: { wish: ListingsWish; view: ListingsView }) {
  const list = useInfiniteQuery({
    ...listingsQuery(questionOf(wish)),
    // While the next ones are on their way the last ones stay, so that the page does not jump at every letter.
    placeholderData: (before) => before,
  })
  const now = useNow()
  const { act } = useListingDeeds()
  const duplicate = useDuplicate()

  if (list.isPending) return <ListingsSkeleton view={view} />
  if (!list.data)
    return (
      <div className={classes.failed}>
        <SectionError what="Your listings" busy={list.isFetching} onRetry={list.refetch} />
      </div>
    )
  const listings = list.data.pages.flatMap((page) => page.listings)
  const Listed = view === 'grid' ? ListingCard : ListingRow
  const each = listings.map((listing) => (
    <Listed
      key={listing.id}
      listing={listing}
      changed={relativeTime(listing.updatedAt, now)}
      onAct={act}
      onDuplicate={duplicate}
    />
  ))
  return (
    <div className={classes.listings} data-old={list.isPlaceholderData || undefined}>
      {listings.length === 0 && <NothingListed {...wish} />}
      {listings.length > 0 &&
        (view === 'grid' ? <ul className={grid.grid}>{each}</ul> : <ListingTable>{each}</ListingTable>)}
      {list.hasNextPage && (
        <LoadMore
          busy={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </div>
  )
}

import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { LoadMore } from '#ui/LoadMore.tsx'
import { RowFrame } from '#ui/RowTable.tsx'
import { formatRelativeTime } from '#ui/relativeTime.ts'
import { SectionError } from '#ui/SectionError.tsx'
import { useNow } from '#ui/useNow.ts'
import { type ListedListing, listingsQuery } from '../listings.functions.ts'
import { ShareDialog } from '../share/ShareDialog.tsx'
import { useDuplicateListing, useListingActions } from '../useListingDeeds.ts'
import grid from './ListingCard.module.css'
import { ListingCard } from './ListingCard.tsx'
import { ListingRow } from './ListingRow.tsx'
import classes from './Listings.module.css'
import { ListingsSkeleton } from './ListingsSkeleton.tsx'
import { ListingsTable } from './ListingTable.tsx'
import type { ListingsView } from './listingsView.ts'
import { type ListingsSearch, listingsQueryInput } from './listingsWish.ts'
import { NoMatchingListings } from './NothingListed.tsx'

/** What the wish finds, page after page. */
export function ListingsList({ wish, view }: { wish: ListingsSearch; view: ListingsView }) {
  const list = useInfiniteQuery({
    ...listingsQuery(listingsQueryInput(wish)),
    // While the next ones are on their way the last ones stay, so that the page does not jump at every letter.
    placeholderData: (before) => before,
  })
  const now = useNow()
  const { act } = useListingActions()
  const duplicate = useDuplicateListing()
  const [shared, setShared] = useState<ListedListing>()
  const [isSharing, { open: openShare, close: closeShare }] = useDisclosure()
  const share = useCallback(
    (listing: ListedListing) => {
      setShared(listing)
      openShare()
    },
    [openShare],
  )

  if (list.isPending) return <ListingsSkeleton view={view} />
  if (!list.data)
    return (
      <RowFrame>
        <SectionError what="Your listings" busy={list.isFetching} onRetry={list.refetch} />
      </RowFrame>
    )
  const listings = list.data.pages.flatMap((page) => page.listings)
  const Listed = view === 'grid' ? ListingCard : ListingRow
  const each = listings.map((listing) => (
    <Listed
      key={listing.id}
      listing={listing}
      changed={formatRelativeTime(listing.updatedAt, now)}
      onAct={act}
      onDuplicate={duplicate}
      onShare={share}
    />
  ))
  return (
    <div className={classes.listings} data-old={list.isPlaceholderData || undefined}>
      {listings.length === 0 && <NoMatchingListings {...wish} />}
      {listings.length > 0 && (
        <>
          {view === 'grid' ? <ul className={grid.grid}>{each}</ul> : <ListingsTable>{each}</ListingsTable>}
          <p className={classes.note}>Views and leads cover the last 30 days.</p>
        </>
      )}
      {shared && <ShareDialog listing={shared} opened={isSharing} onClose={closeShare} />}
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

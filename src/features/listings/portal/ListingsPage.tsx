import { useDisclosure } from '@mantine/hooks'
import { IconArchive, IconHome, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { formatRelativeTime, useNow } from '#ui/format/elapsedTime.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { LoadMore } from '#ui/table/LoadMore.tsx'
import { RowFrame } from '#ui/table/RowTable.tsx'
import { icon } from '#ui/theme/theme.ts'
import { type ListedListing, listingCountsQuery, listingsQuery } from '../listings.functions.ts'
import { defaultListingsSearch, type ListingState, type ListingsSearch, listingsQueryInput } from '../listingsSearch.ts'
import grid from './ListingCard.module.css'
import { ListingCard } from './ListingCard.tsx'
import { ListingsFilters } from './ListingsFilters.tsx'
import classes from './ListingsPage.module.css'
import { ListingsSkeleton } from './ListingsSkeleton.tsx'
import { ListingRow, ListingsTable } from './ListingsTable.tsx'
import { type ListingsView, readListingsView, saveListingsView } from './listingsView.ts'
import { ShareDialog } from './ShareDialog.tsx'
import { useDuplicateListing, useListingActions } from './useListingActions.ts'

interface ListingsPageProps {
  search: ListingsSearch
  onSearchChange: (change: Partial<ListingsSearch>) => void
  timeZone: string
}

export function ListingsPage({ search, onSearchChange, timeZone }: ListingsPageProps) {
  const [view, setView] = useState(readListingsView)
  const { data: counts } = useQuery(listingCountsQuery)
  const chooseView = (chosen: ListingsView) => {
    saveListingsView(chosen)
    setView(chosen)
  }
  const hasNone = counts && counts.draft + counts.published + counts.archived === 0
  if (hasNone) return <NoListings />
  return (
    <>
      <ListingsFilters search={search} onSearchChange={onSearchChange} view={view} onView={chooseView} />
      <ListingsList search={search} view={view} timeZone={timeZone} />
    </>
  )
}

/** What the search finds, page after page. */
type ListingsListProps = Pick<ListingsPageProps, 'search' | 'timeZone'> & { view: ListingsView }

function ListingsList({ search, view, timeZone }: ListingsListProps) {
  const list = useInfiniteQuery({
    ...listingsQuery(listingsQueryInput(search)),
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
      changed={formatRelativeTime(listing.updatedAt, now, timeZone)}
      onAct={act}
      onDuplicate={duplicate}
      onShare={share}
    />
  ))
  return (
    <div className={classes.listings} data-old={list.isPlaceholderData || undefined}>
      {listings.length === 0 && <NoMatchingListings {...search} />}
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

/** Nobody's first listing yet. */
const NoListings = () => (
  <EmptyState
    icon={<IconHome {...icon} />}
    placeholder="cards"
    title="No listings yet"
    action={<ButtonLink to="/portal/listings/new">Create a listing</ButtonLink>}
  >
    Each listing is one page with its photos and documents, and one link to share. Drafts stay private until you publish
    them.
  </EmptyState>
)

const emptyStateTexts: Record<ListingState, { title: string; about: string }> = {
  draft: { title: 'No drafts', about: 'Only you can see a draft, until you publish it.' },
  published: { title: 'No published listings', about: 'Open a draft and publish it to share its link.' },
  archived: { title: 'No archived listings', about: 'Archive a listing once it’s sold. You keep its leads.' },
}
const allArchivedText = { title: 'All your listings are archived', about: 'You can restore them at any time.' }

/** There are listings, but not these. */
function NoMatchingListings({ search, state, sort }: ListingsSearch) {
  if (search)
    return (
      <EmptyState
        icon={<IconSearch {...icon} />}
        title={`No results for “${search}”`}
        action={
          <ButtonLink to="/portal/listings" search={{ ...defaultListingsSearch, sort }} variant="default">
            Clear search
          </ButtonLink>
        }
      >
        We searched the titles, subtitles and links of {state ? `your ${state} listings` : 'your listings'}.
      </EmptyState>
    )
  const { title, about } = state ? emptyStateTexts[state] : allArchivedText
  return (
    <EmptyState
      icon={<IconArchive {...icon} />}
      title={title}
      action={
        <ButtonLink
          to="/portal/listings"
          search={{ ...defaultListingsSearch, sort, state: state ? '' : 'archived' }}
          variant="default"
        >
          {state ? 'Show all listings' : 'Show archived listings'}
        </ButtonLink>
      }
    >
      {about}
    </EmptyState>
  )
}

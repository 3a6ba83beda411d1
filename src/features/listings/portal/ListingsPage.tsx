import { useDisclosure } from '@mantine/hooks'
import { IconArchive, IconHome } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { readPreferenceCookie, savePreferenceCookie } from '#platform/http/preferenceCookie.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { formatRelativeTime, useNow } from '#ui/format/elapsedTime.ts'
import { ButtonLink } from '#ui/links.tsx'
import { AllArchived, ListResult, NoMatches } from '#ui/table/ListResult.tsx'
import { icon } from '#ui/theme/theme.ts'
import { type ListedListing, listingCountsQuery, listingsQuery } from '../listings.functions.ts'
import { defaultListingsSearch, type ListingState, type ListingsSearch, listingsQueryInput } from '../listingsSearch.ts'
import grid from './ListingCard.module.css'
import { ListingCard, ListingCardsSkeleton } from './ListingCard.tsx'
import { ListingsFilters, type ListingsView } from './ListingsFilters.tsx'
import classes from './ListingsPage.module.css'
import { ListingRow, ListingsTable, ListingsTableSkeleton } from './ListingsTable.tsx'
import { ShareDialog } from './ShareDialog.tsx'
import { type ListingAction, useDuplicateListing, useListingActions } from './useListingActions.ts'

interface ListingsPageProps {
  search: ListingsSearch
  onSearchChange: (change: Partial<ListingsSearch>) => void
  timeZone: string
}

export function ListingsPage({ search, onSearchChange, timeZone }: ListingsPageProps) {
  const [view, setView] = useState(readListingsView)
  const { data: counts } = useQuery(listingCountsQuery())
  const changeView = (newView: ListingsView) => {
    saveListingsView(newView)
    setView(newView)
  }
  const hasNone = counts && counts.draft + counts.published + counts.archived === 0
  if (hasNone) return <NoListings />
  return (
    <>
      <ListingsFilters search={search} onSearchChange={onSearchChange} view={view} onView={changeView} />
      <ListingsList search={search} view={view} timeZone={timeZone} />
    </>
  )
}

const COOKIE_NAME = 'listingsView'

/** Stored in a cookie, so that the server renders the right view. */
const readListingsView = (): ListingsView => (readPreferenceCookie(COOKIE_NAME) === 'table' ? 'table' : 'grid')

const saveListingsView = (view: ListingsView) => savePreferenceCookie(COOKIE_NAME, view)

type ListingsListProps = Pick<ListingsPageProps, 'search' | 'timeZone'> & { view: ListingsView }

function ListingsList({ search, view, timeZone }: ListingsListProps) {
  const query = useInfiniteQuery({
    ...listingsQuery(listingsQueryInput(search)),
    // The previous result stays until the next one has arrived, so that the page does not jump while someone types.
    placeholderData: keepPreviousData,
  })
  const listings = query.data?.pages.flatMap((page) => page.listings) ?? []
  const now = useNow()
  const { act } = useListingActions()
  const duplicate = useDuplicateListing()
  const [shared, setShared] = useState<{ listing: ListedListing; isNew: boolean }>()
  const [isSharing, { open: openShare, close: closeShare }] = useDisclosure()
  const share = useCallback(
    (listing: ListedListing, isNew = false) => {
      setShared({ listing, isNew })
      openShare()
    },
    [openShare],
  )
  const changeState = useCallback(
    ({ action, listing }: { action: ListingAction; listing: ListedListing }) => {
      if (action !== 'publish') return act({ action, listing })
      const onSuccess = () => share({ ...listing, state: 'published' }, true)
      act({ action, listing, isAnnounced: true }, { onSuccess })
    },
    [act, share],
  )
  const ListingItem = view === 'grid' ? ListingCard : ListingRow
  const items = listings.map((listing) => (
    <ListingItem
      key={listing.id}
      listing={listing}
      changed={formatRelativeTime(listing.updatedAt, now, timeZone)}
      onAct={changeState}
      onDuplicate={duplicate}
      onShare={share}
    />
  ))
  return (
    <>
      <ListResult
        query={query}
        what="your listings"
        skeleton={view === 'grid' ? <ListingCardsSkeleton /> : <ListingsTableSkeleton />}
        isEmpty={listings.length === 0}
        empty={<NoMatchingListings {...search} />}
      >
        {view === 'grid' ? <ul className={grid.grid}>{items}</ul> : <ListingsTable>{items}</ListingsTable>}
        <p className={classes.note}>Views and leads cover the last 30 days.</p>
      </ListResult>
      {shared && <ShareDialog {...shared} opened={isSharing} onClose={closeShare} />}
    </>
  )
}

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
  draft: { title: 'No drafts', about: 'Buyers can’t see a draft until you publish it.' },
  published: { title: 'No published listings', about: 'Open a draft and publish it to share its link.' },
  archived: { title: 'No archived listings', about: 'Archive a listing once it’s sold. You keep its leads.' },
}
function NoMatchingListings({ search, state, whose, sort }: ListingsSearch) {
  const showAll = { ...defaultListingsSearch, sort }
  if (search)
    return (
      <NoMatches
        search={search}
        noun="listings"
        action={
          <ButtonLink to="/portal/listings" search={showAll} variant="default">
            Clear search
          </ButtonLink>
        }
      >
        We searched the titles, addresses, facts and links of {state ? `your ${state} listings` : 'your listings'}.
      </NoMatches>
    )
  if (whose)
    return (
      <EmptyState
        icon={<IconHome {...icon} />}
        title="No listings here"
        action={
          <ButtonLink to="/portal/listings" search={showAll} variant="default">
            Show all listings
          </ButtonLink>
        }
      >
        {whose === 'shared'
          ? 'When a colleague adds you to a listing, it appears here.'
          : 'No listings match these filters.'}
      </EmptyState>
    )
  if (!state)
    return (
      <AllArchived
        noun="listings"
        action={
          <ButtonLink to="/portal/listings" search={{ ...showAll, state: 'archived' }} variant="default">
            Show archived listings
          </ButtonLink>
        }
      />
    )
  const { title, about } = emptyStateTexts[state]
  return (
    <EmptyState
      icon={<IconArchive {...icon} />}
      title={title}
      action={
        <ButtonLink to="/portal/listings" search={showAll} variant="default">
          Show all listings
        </ButtonLink>
      }
    >
      {about}
    </EmptyState>
  )
}

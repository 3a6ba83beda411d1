import { IconArchive, IconHome, IconSearch } from '@tabler/icons-react'
import { EmptyState } from '#ui/EmptyPlace.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import type { ListingState } from '../listingChoices.ts'
import { type ListingsSearch, defaultListingsSearch } from './listingsWish.ts'

/** Nobody's first listing yet. */
export const NoListings = () => (
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
export function NoMatchingListings({ search, state, sort }: ListingsSearch) {
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

import { IconArchive, IconHome, IconSearch } from '@tabler/icons-react'
import { EmptyPlace } from '#ui/EmptyPlace.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import type { ListingState } from '../listingChoices.ts'
import { type ListingsWish, noWish } from './listingsWish.ts'

/** Nobody's first listing yet. */
export const NoListings = () => (
  <EmptyPlace
    icon={<IconHome {...icon} />}
    ghost="cards"
    title="No listings yet"
    action={<ButtonLink to="/portal/listings/new">Create a listing</ButtonLink>}
  >
    Each listing is one page with its photos and documents, and one link to share. Drafts stay private until you publish
    them.
  </EmptyPlace>
)

const nothingIn: Record<ListingState, { title: string; about: string }> = {
  draft: { title: 'No drafts', about: 'Only you can see a draft, until you publish it.' },
  published: { title: 'No published listings', about: 'Open a draft and publish it to share its link.' },
  archived: { title: 'No archived listings', about: 'Archive a listing once it’s sold. You keep its leads.' },
}
const allArchived = { title: 'All your listings are archived', about: 'You can restore them at any time.' }

/** There are listings, but not these. */
export function NothingListed({ search, state, sort }: ListingsWish) {
  if (search)
    return (
      <EmptyPlace
        icon={<IconSearch {...icon} />}
        title={`No results for “${search}”`}
        action={
          <ButtonLink to="/portal/listings" search={{ ...noWish, sort }} variant="default">
            Clear search
          </ButtonLink>
        }
      >
        We searched the titles, subtitles and links of {state ? `your ${state} listings` : 'your listings'}.
      </EmptyPlace>
    )
  const { title, about } = state ? nothingIn[state] : allArchived
  return (
    <EmptyPlace
      icon={<IconArchive {...icon} />}
      title={title}
      action={
        <ButtonLink
          to="/portal/listings"
          search={{ ...noWish, sort, state: state ? '' : 'archived' }}
          variant="default"
        >
          {state ? 'Show all listings' : 'Show archived listings'}
        </ButtonLink>
      }
    >
      {about}
    </EmptyPlace>
  )
}

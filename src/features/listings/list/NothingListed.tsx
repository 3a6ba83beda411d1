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
    title="Your listings live here"
    action={<ButtonLink to="/portal/listings/new">Create a listing</ButtonLink>}
  >
    Each listing is one page with its photos, its documents and one link to share. Drafts stay private until you publish
    them.
  </EmptyPlace>
)

const nothingIn: Record<ListingState, { title: string; about: string }> = {
  draft: { title: 'No drafts', about: 'A new listing is a draft, seen only by you, until you publish it.' },
  published: { title: 'Nothing is published', about: 'Open a draft and publish it to share its link.' },
  archived: { title: 'Nothing is archived', about: 'Put a listing here once it is sold. Its leads stay with it.' },
}
const allArchived = { title: 'All your listings are archived', about: 'They can be restored, with everything in them.' }

/** There are listings, but not these. */
export function NothingListed({ search, state, sort }: ListingsWish) {
  if (search)
    return (
      <EmptyPlace
        icon={<IconSearch {...icon} />}
        title={`Nothing matches “${search}”`}
        action={
          <ButtonLink to="/portal/listings" search={{ ...noWish, sort }} variant="default">
            Clear
          </ButtonLink>
        }
      >
        The search looks at titles, subtitles and addresses{state ? `, among the ${state} ones only` : ''}.
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
          {state ? 'Show all' : 'Show the archive'}
        </ButtonLink>
      }
    >
      {about}
    </EmptyPlace>
  )
}

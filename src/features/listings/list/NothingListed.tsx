import { IconArchive, IconHome, IconSearch } from '@tabler/icons-react'
import { EmptyPlace } from '#ui/EmptyPlace.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import type { ListingState } from '../listings.ts'
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

const nothingIn: Record<ListingState, string> = {
  draft: 'You have no drafts. A new listing is one until you publish it.',
  published: 'None of your listings is published. Open a draft and publish it to share its link.',
  archived: 'Nothing is archived. Put a listing here once it is sold; its leads stay with it.',
}

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
  return (
    <EmptyPlace
      icon={<IconArchive {...icon} />}
      title={state ? `Nothing ${state === 'draft' ? 'in draft' : state}` : 'All your listings are archived'}
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
      {state ? nothingIn[state] : 'They can be restored, with everything in them.'}
    </EmptyPlace>
  )
}

import { IconSearch, IconUsers } from '@tabler/icons-react'
import { EmptyPlace } from '#ui/EmptyPlace.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import { isFiltered, type LeadsWish, noWish } from './leadsWish.ts'

/** Nobody's first lead yet. */
export const NoLeads = () => (
  <EmptyPlace
    icon={<IconUsers {...icon} />}
    ghost="rows"
    title="No leads yet"
    action={<ButtonLink to="/portal/listings">Go to listings</ButtonLink>}
  >
    When a buyer asks for the documents of a listing, their name, phone, e-mail and note arrive here and in your inbox.
    Publish a listing and share its link to get the first one.
  </EmptyPlace>
)

/** There are leads, but not these. */
export function NothingFound({ wish }: { wish: LeadsWish }) {
  const filtered = isFiltered(wish)
  return (
    <EmptyPlace
      icon={<IconSearch {...icon} />}
      title={
        wish.search ? `Nothing matches “${wish.search}”` : filtered ? 'No such leads' : 'All your leads are archived'
      }
      action={
        <ButtonLink
          to="/portal/leads"
          search={{ ...noWish, sort: wish.sort, status: filtered ? '' : 'archived' }}
          variant="default"
        >
          {filtered ? 'Show all leads' : 'Show the archive'}
        </ButtonLink>
      }
    >
      {filtered
        ? 'The search looks at names, e-mail addresses, phone numbers and notes, among what the filters let through.'
        : 'They can be restored, with everything that is known about them.'}
    </EmptyPlace>
  )
}

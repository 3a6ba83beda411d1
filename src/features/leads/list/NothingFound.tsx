import { IconSearch, IconUsers } from '@tabler/icons-react'
import { EmptyState } from '#ui/EmptyPlace.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import { hasFilters, type LeadsSearch, defaultLeadsSearch } from './leadsWish.ts'

/** Nobody's first lead yet. */
export const NoLeads = () => (
  <EmptyState
    icon={<IconUsers {...icon} />}
    placeholder="rows"
    title="No leads yet"
    action={<ButtonLink to="/portal/listings">Go to listings</ButtonLink>}
  >
    When a buyer opens a listing’s documents, their name, phone, email and note appear here and in your inbox. Publish a
    listing and share its link to get your first lead.
  </EmptyState>
)

/** There are leads, but not these. */
export function NoMatchingLeads({ wish }: { wish: LeadsSearch }) {
  const filtered = hasFilters(wish)
  return (
    <EmptyState
      icon={<IconSearch {...icon} />}
      title={
        wish.search
          ? `No results for “${wish.search}”`
          : filtered
            ? 'No leads match these filters'
            : 'All your leads are archived'
      }
      action={
        <ButtonLink
          to="/portal/leads"
          search={{ ...defaultLeadsSearch, sort: wish.sort, status: filtered ? '' : 'archived' }}
          variant="default"
        >
          {filtered ? 'Show all leads' : 'Show archived leads'}
        </ButtonLink>
      }
    >
      {filtered
        ? 'We searched names, email addresses, phone numbers and notes within your filters.'
        : 'You can restore them at any time.'}
    </EmptyState>
  )
}

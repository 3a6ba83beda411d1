import { IconChartBar } from '@tabler/icons-react'
import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { shortText } from '#platform/searchPart.ts'
import { EmptyPlace } from '#ui/EmptyPlace.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import { portalHead } from '#ui/titles.ts'

const filters = { listingId: '', leadId: '', range: '30d', from: '', to: '' }

export const Route = createFileRoute('/portal/analytics')({
  validateSearch: ({ listingId, leadId, range, from, to }: Partial<typeof filters> & SearchSchemaInput) => ({
    listingId: shortText(listingId),
    leadId: shortText(leadId),
    range: shortText(range),
    from: shortText(from),
    to: shortText(to),
  }),
  // The address stays short while nothing is filtered.
  search: { middlewares: [stripSearchParams(filters)] },
  staticData: { title: 'Analytics' },
  head: () => portalHead('Analytics'),
  component: Analytics,
})

function Analytics() {
  return (
    <EmptyPlace
      icon={<IconChartBar {...icon} />}
      ghost="bars"
      title="Nothing to count yet"
      action={<ButtonLink to="/portal/listings">Go to listings</ButtonLink>}
    >
      See who looked at a listing, which documents they opened and how many became leads; by day, city and device. No
      cookies, no tracking across sites.
    </EmptyPlace>
  )
}

import { IconHome } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { EmptyPlace } from '#ui/EmptyPlace.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import { portalHead } from '#ui/titles.ts'

export const Route = createFileRoute('/portal/listings/')({
  staticData: { title: 'Listings' },
  head: () => portalHead('Listings'),
  component: Listings,
})

function Listings() {
  return (
    <EmptyPlace
      icon={<IconHome {...icon} />}
      ghost="cards"
      title="Your listings live here"
      action={<ButtonLink to="/portal/listings/new">Create a listing</ButtonLink>}
    >
      Each listing is one page with its photos, its documents and one link to share. Drafts stay private until you
      publish them.
    </EmptyPlace>
  )
}

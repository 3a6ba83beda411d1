import { IconHome } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { EmptyPlace } from '#ui/EmptyPlace.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import { portalHead } from '#ui/titles.ts'

export const Route = createFileRoute('/portal/listings/$id')({
  staticData: { title: 'Listing' },
  head: () => portalHead('Listing'),
  component: Listing,
})

function Listing() {
  return (
    <EmptyPlace
      icon={<IconHome {...icon} />}
      title="Everything about one listing"
      action={
        <ButtonLink to="/portal/listings" variant="default">
          Back to listings
        </ButtonLink>
      }
    >
      Its text, photos and documents are edited here, with its public link, its QR code and how many people have looked
      at it.
    </EmptyPlace>
  )
}

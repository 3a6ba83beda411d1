import { IconHomePlus } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { EmptyPlace } from '#ui/EmptyPlace.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import { portalHead } from '#ui/titles.ts'

export const Route = createFileRoute('/portal/listings/new')({
  staticData: { title: 'New listing' },
  head: () => portalHead('New listing'),
  component: NewListing,
})

function NewListing() {
  return (
    <EmptyPlace
      icon={<IconHomePlus {...icon} />}
      title="Start with the address"
      action={
        <ButtonLink to="/portal/listings" variant="default">
          Back to listings
        </ButtonLink>
      }
    >
      A listing has a title, a subtitle and a description, then photos and documents. It stays a draft, seen only by
      you, until you publish it.
    </EmptyPlace>
  )
}

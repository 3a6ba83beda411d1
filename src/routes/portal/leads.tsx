import { IconUsers } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { EmptyPlace } from '#ui/EmptyPlace.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import { portalHead } from '#ui/titles.ts'

export const Route = createFileRoute('/portal/leads')({
  staticData: { title: 'Leads' },
  head: () => portalHead('Leads'),
  component: Leads,
})

function Leads() {
  return (
    <EmptyPlace
      icon={<IconUsers {...icon} />}
      ghost="rows"
      title="No leads yet"
      action={<ButtonLink to="/portal/listings">Go to listings</ButtonLink>}
    >
      When a buyer asks for the documents of a listing, their name, phone, e-mail and note arrive here and in your
      inbox.
    </EmptyPlace>
  )
}

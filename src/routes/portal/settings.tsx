import { IconSettings } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { EmptyPlace } from '#ui/EmptyPlace.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import { portalHead } from '#ui/titles.ts'

export const Route = createFileRoute('/portal/settings')({
  staticData: { title: 'Settings' },
  head: () => portalHead('Settings'),
  component: Settings,
})

function Settings() {
  return (
    <EmptyPlace
      icon={<IconSettings {...icon} />}
      title="Your account, in one place"
      action={
        <ButtonLink to="/pricing" variant="default">
          See what your plan includes
        </ButtonLink>
      }
    >
      Your name and phone, as buyers see them on every listing, your password, the devices you are signed in on, and
      your subscription.
    </EmptyPlace>
  )
}

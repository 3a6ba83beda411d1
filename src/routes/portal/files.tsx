import { IconFiles } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { EmptyPlace } from '#ui/EmptyPlace.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import { portalHead } from '#ui/titles.ts'

export const Route = createFileRoute('/portal/files')({
  staticData: { title: 'Files' },
  head: () => portalHead('Files'),
  component: Files,
})

function Files() {
  return (
    <EmptyPlace
      icon={<IconFiles {...icon} />}
      ghost="rows"
      title="No files yet"
      action={<ButtonLink to="/portal/listings">Go to listings</ButtonLink>}
    >
      Photos and documents of all your listings are kept here, to find, rename, replace or move. Add them from the
      listing they belong to.
    </EmptyPlace>
  )
}

import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { copyLink } from '#ui/copyLink.ts'
import { icon } from '#ui/theme.ts'
import { ListingWords } from './ListingWords.tsx'
import type { PublicListing } from './listings.ts'

export function PublicListingPage({ listing }: { listing: PublicListing }) {
  return (
    <article>
      <ListingWords {...listing} />
      <Button
        variant="default"
        mt="lg"
        leftSection={<IconLink {...icon} />}
        onClick={() => copyLink(window.location.href)}
      >
        Copy link
      </Button>
    </article>
  )
}

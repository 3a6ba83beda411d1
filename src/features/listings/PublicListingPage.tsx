import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { copyLink } from '#ui/copyLink.ts'
import { icon } from '#ui/theme.ts'
import { ListingWords } from './ListingWords.tsx'
import type { PublicListing } from './listings.ts'
import classes from './PublicListingPage.module.css'

interface PublicListingPageProps {
  listing: PublicListing
  /** The address of the photo that stands for it. */
  cover?: string
}

export function PublicListingPage({ listing, cover }: PublicListingPageProps) {
  return (
    <article>
      {cover && <img className={classes.cover} src={cover} alt="" fetchPriority="high" />}
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

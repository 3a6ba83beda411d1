import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { pictureUrl } from '#platform/media/pictureUrl.ts'
import { copyLink } from '#ui/copyLink.ts'
import { icon } from '#ui/theme.ts'
import { ListingWords } from './ListingWords.tsx'
import type { PublicListing } from './listings.ts'
import classes from './PublicListingPage.module.css'

interface PublicListingPageProps {
  listing: PublicListing
  /** The agent's card. */
  agent: ReactNode
  /** The documents, and the way to them. */
  files: ReactNode
}

export function PublicListingPage({ listing, agent, files }: PublicListingPageProps) {
  const [cover] = listing.photos
  return (
    <article>
      {cover && (
        <img
          className={classes.cover}
          src={pictureUrl(cover.id, '960', cover.replacedAt)}
          alt=""
          fetchPriority="high"
        />
      )}
      <ListingWords {...listing} />
      {agent}
      {files}
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

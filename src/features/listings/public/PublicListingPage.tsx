import type { ReactNode } from 'react'
import type { PublicListing } from '../listings.ts'
import { Gallery } from './Gallery.tsx'
import { ListingDescription } from './ListingDescription.tsx'
import classes from './PublicListingPage.module.css'
import { ShareButton } from './ShareButton.tsx'

interface PublicListingPageProps {
  listing: PublicListing
  /** The agent's card: after the title on a phone, on top of the sticky column on a laptop. */
  agent: ReactNode
  /** The documents, and the way to them. */
  files: ReactNode
  /** Under the agent in the sticky column of a laptop, 380 px wide. A phone does not show it. */
  aside?: ReactNode
}

/** The page that everything else is for. It comes without Mantine: whatever a slot needs of it is loaded on intent. */
export function PublicListingPage({ listing, agent, files, aside }: PublicListingPageProps) {
  const { title, subtitle, description, photos } = listing
  return (
    <article className={classes.page}>
      <div className={classes.gallery}>
        <Gallery photos={photos} title={title} />
        <ShareButton title={title} />
      </div>
      <div className={classes.columns}>
        <header className={classes.head}>
          <h1 dir="auto">{title}</h1>
          {subtitle && <p dir="auto">{subtitle}</p>}
        </header>
        <div className={classes.side}>
          <div className={classes.sticky}>
            {agent}
            {aside && <div className={classes.aside}>{aside}</div>}
          </div>
        </div>
        <div className={classes.body}>
          <ListingDescription description={description} />
          {files}
        </div>
      </div>
    </article>
  )
}

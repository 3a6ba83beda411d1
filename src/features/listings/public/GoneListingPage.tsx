import type { ReactNode } from 'react'
import type { GoneListing } from '../listings.schema.ts'
import { publicListingPath } from '../listingUrls.ts'
import { photoSources } from '../photoUrls.ts'
import { HouseDrawing } from './Gallery.tsx'
import classes from './GoneListingPage.module.css'

interface GoneListingPageProps extends GoneListing {
  /** The agent's card, as on the listing. */
  agent: ReactNode
}

/** In place of a listing that was public. Anyone who follows its link finds the agent, and what else they have. */
export function GoneListingPage({ title, sold, others, agent }: GoneListingPageProps) {
  return (
    <article className={classes.page}>
      <header className={classes.head}>
        <h1>No longer available</h1>
        <p className={classes.title} dir="auto">
          {title}
        </p>
        {sold && <p className={classes.sold}>{sold}</p>}
        <p className={classes.next}>
          {others.length > 0
            ? 'The agent can tell you more, and has other properties for sale.'
            : 'The agent can tell you more.'}
        </p>
      </header>
      <div>{agent}</div>
      {others.length > 0 && (
        <section className={classes.others} aria-labelledby="other-listings">
          <h2 id="other-listings">More from this agent</h2>
          <ul>
            {others.map((other) => (
              <li key={other.id}>
                <OtherListing {...other} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  )
}

function OtherListing({ title, slug, cover }: GoneListing['others'][number]) {
  return (
    <a href={publicListingPath(slug)} className={classes.other}>
      <span className={classes.photo}>
        {cover ? (
          <img
            {...photoAttributes(cover)}
            width={cover.width ?? 4}
            height={cover.height ?? 3}
            alt=""
            loading="lazy"
            decoding="async"
          />
        ) : (
          <HouseDrawing className={classes.drawing} />
        )}
      </span>
      <span className={classes.name} dir="auto">
        {title}
      </span>
    </a>
  )
}

/** Two or three beside each other on a laptop, one on a phone. */
function photoAttributes(cover: Parameters<typeof photoSources>[0]) {
  const { src, srcSet } = photoSources(cover)
  return { src, srcSet, sizes: '(min-width: 62em) 340px, (min-width: 36em) 46vw, 92vw' }
}

import type { ReactNode } from 'react'
import { type Brand, brandStyle } from '#features/agencies/brandLook.ts'
import classes from './EmbeddedFrame.module.css'

interface EmbeddedFrameProps {
  title: string
  slug: string
  children: ReactNode
}

/** Around everything, in the agency's colour. */
export const EmbeddedRoot = ({ brand, children }: { brand: Brand | null; children: ReactNode }) => (
  <div className={classes.root} style={brandStyle(brand)}>
    {children}
  </div>
)

/** Around what is shown on another site. Every link opens a new tab: the frame stays what it is. */
export const EmbeddedFrame = ({ title, slug, children }: EmbeddedFrameProps) => (
  <main className={classes.page}>
    <h1 className={classes.title} dir="auto">
      {title}
    </h1>
    {children}
    <p className={classes.foot}>
      <a href={`/listings/${slug}`} target="_blank" rel="noopener">
        See the listing on Property Files
      </a>
      <a href="/privacy-policy" target="_blank" rel="noopener">
        Privacy policy
      </a>
    </p>
  </main>
)

/** For a listing that was public. */
export const EmbeddedGone = ({ title }: { title: string }) => (
  <div className={classes.root}>
    <main className={classes.page}>
      <h1 className={classes.title} dir="auto">
        {title}
      </h1>
      <p>This listing is no longer available.</p>
    </main>
  </div>
)

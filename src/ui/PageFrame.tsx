import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Brand } from './Brand.tsx'
import { SkipLink } from './SkipLink.tsx'

interface PageFrameProps {
  classes: { page?: string; header?: string; main?: string; footer?: string }
  children: ReactNode
}

/** The brand above, the small print below: what layouts without a menu have in common, whatever they look like. */
export function PageFrame({ classes, children }: PageFrameProps) {
  return (
    <div className={classes.page}>
      <SkipLink />
      <header className={classes.header}>
        <Brand to="/" />
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <footer className={classes.footer}>
        <Link to="/privacy-policy">Privacy policy</Link>
        <Link to="/terms">Terms</Link>
      </footer>
    </div>
  )
}

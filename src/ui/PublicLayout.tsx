import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Brand } from './Brand.tsx'
import classes from './PublicLayout.module.css'
import { SkipLink } from './SkipLink.tsx'

/** Around pages that stand alone: one task each, nothing to wander off to. */
export function PublicLayout({ children }: { children: ReactNode }) {
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

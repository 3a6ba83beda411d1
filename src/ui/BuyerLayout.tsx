import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Brand } from './Brand.tsx'
import classes from './BuyerLayout.module.css'
import { SkipLink } from './SkipLink.tsx'

/** Around the pages that buyers open from an ad, mostly on a phone: light, and without Mantine. */
export function BuyerLayout({ children }: { children: ReactNode }) {
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

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { logoShape } from '../theme/tokens.ts'
import classes from './SiteFrame.module.css'

interface SiteFrameProps {
  classes: { page?: string; header?: string; main?: string; footer?: string }
  /** Beside the brand. */
  headerEnd?: ReactNode
  children: ReactNode
}

/** Brand above, help and legal links below: shared by the layouts without a menu. */
export function SiteFrame({ classes, headerEnd, children }: SiteFrameProps) {
  return (
    <div className={classes.page}>
      <SkipLink />
      <header className={classes.header}>
        <Brand to="/" />
        {headerEnd}
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <footer className={classes.footer}>
        <Link to="/help">Help</Link>
        <Link to="/privacy-policy">Privacy policy</Link>
        <Link to="/terms">Terms</Link>
      </footer>
    </div>
  )
}

/** The first Tab stop on every page. */
export function SkipLink() {
  return (
    <a href="#content" className={classes.skip}>
      Skip to content
    </a>
  )
}

export function Brand({ to }: { to: '/' | '/portal' }) {
  return (
    <Link to={to} className={classes.brand}>
      <Logo />
      <span>Property Files</span>
    </Link>
  )
}

/** Our logo: a file with a roof. */
function Logo({ size = 28 }: { size?: number }) {
  const { size: unit, radius, colour, house, lines, stroke } = logoShape
  return (
    <svg width={size} height={size} viewBox={`0 0 ${unit} ${unit}`} fill="none" aria-hidden="true">
      <rect width={unit} height={unit} rx={radius} fill={colour} />
      <path d={house} fill="#fff" />
      <path d={lines} stroke={colour} strokeWidth={stroke} strokeLinecap="round" />
    </svg>
  )
}

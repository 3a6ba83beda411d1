import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { logoShape } from '../theme/tokens.ts'
import classes from './SiteFrame.module.css'

interface SiteFrameProps {
  classes: { page?: string; header?: string; main?: string; footer?: string }
  /** Beside the brand. */
  headerEnd?: ReactNode
  /** For a page in someone else's name: theirs comes first, and ours is small. */
  owner?: PageOwner
  children: ReactNode
}

export interface PageOwner {
  /** In the header. */
  brand: ReactNode
  /** In the footer. */
  legal: ReactNode
  /** Sets the colours of the page. */
  style?: CSSProperties
}

/** Brand above, help and legal links below: shared by the layouts without a menu. */
export function SiteFrame({ classes: layout, headerEnd, owner, children }: SiteFrameProps) {
  return (
    <div className={layout.page} style={owner?.style}>
      <SkipLink />
      <header className={layout.header}>
        {owner ? <div className={classes.owner}>{owner.brand}</div> : <Brand to="/" />}
        {headerEnd}
      </header>
      <main id="content" tabIndex={-1} className={layout.main}>
        {children}
      </main>
      <footer className={layout.footer}>
        {owner?.legal}
        <Link to="/help">Help</Link>
        <Link to="/privacy-policy">Privacy policy</Link>
        <Link to="/terms">Terms</Link>
        {owner && <SmallBrand />}
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

const SmallBrand = () => (
  <Link to="/" className={classes.small}>
    <Logo size={16} />
    Made with Property Files
  </Link>
)

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

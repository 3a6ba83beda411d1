import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { Brand, SkipLink } from '#ui/layout/SiteFrame.tsx'
import { ActionLink } from './ActionLink.tsx'
import classes from './MarketingLayout.module.css'
import { developersPage, helpPage, legalPages, mainPages, verifyPage } from './marketingPages.ts'

interface FooterColumn {
  title: string
  pages: readonly { to: LinkProps['to']; label: string; isFor?: 'agent' | 'visitor' }[]
}

const footerColumns: FooterColumn[] = [
  { title: 'Product', pages: [...mainPages, helpPage, developersPage, verifyPage] },
  {
    title: 'For agents',
    pages: [
      { to: '/login', label: 'Sign in', isFor: 'visitor' },
      { to: '/portal', label: 'Open portal', isFor: 'agent' },
      { to: '/get-started', label: 'Start free trial', isFor: 'visitor' },
    ],
  },
  { title: 'Legal', pages: legalPages },
]

export function MarketingLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.layoutPage}>
      <SkipLink />
      <Header />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  )
}

function Header() {
  return (
    <header className={classes.header}>
      <div className={classes.headerRow}>
        <Brand to="/" />
        <nav aria-label="Main" className={classes.headerPages}>
          {mainPages.map(({ to, label }) => (
            <Link key={to} to={to} className={classes.headerPage}>
              {label}
            </Link>
          ))}
        </nav>
        <div className={classes.headerAccount}>
          <Link to="/login" className={classes.headerSignIn} data-for="visitor">
            Sign in
          </Link>
          <span className={classes.headerStart} data-for="visitor">
            <ActionLink to="/get-started" look="plain">
              Start free trial
            </ActionLink>
          </span>
          <span data-for="agent">
            <ActionLink to="/portal" look="plain">
              Open portal
            </ActionLink>
          </span>
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}

const MENU_ID = 'menu'

/** A native popover: it works before any script loads, and Escape or a tap outside closes it. */
function MobileMenu() {
  const menu = useRef<HTMLDialogElement>(null)
  const close = () => menu.current?.hidePopover()
  return (
    <div className={classes.menuMobile}>
      <button
        type="button"
        className={classes.menuOpener}
        popoverTarget={MENU_ID}
        aria-label="Open the menu"
        aria-haspopup="dialog"
      >
        <MenuIcon d="M4 7h16M4 12h16M4 17h16" />
      </button>
      <dialog ref={menu} id={MENU_ID} popover="auto" className={classes.menu} aria-label="Menu">
        <button
          type="button"
          className={classes.menuCloser}
          popoverTarget={MENU_ID}
          popoverTargetAction="hide"
          aria-label="Close the menu"
        >
          <MenuIcon d="m6 6 12 12M18 6 6 18" />
        </button>
        <nav aria-label="Main" className={classes.menuPages}>
          {mainPages.map(({ to, label }) => (
            <Link key={to} to={to} onClick={close} className={classes.menuPage}>
              {label}
            </Link>
          ))}
          <ActionLink to="/get-started" large data-for="visitor">
            Start free trial
          </ActionLink>
          <ActionLink to="/login" look="plain" large data-for="visitor">
            Sign in
          </ActionLink>
          <ActionLink to="/portal" large data-for="agent">
            Open portal
          </ActionLink>
        </nav>
      </dialog>
    </div>
  )
}

const MenuIcon = ({ d }: { d: string }) => (
  <svg width={24} height={24} viewBox="0 0 24 24" aria-hidden="true">
    <path d={d} fill="none" stroke="currentColor" strokeWidth={1.75} strokeLinecap="round" />
  </svg>
)

function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={classes.footerRow}>
        <div className={classes.footerAbout}>
          <Brand to="/" />
          <p>Property files made easy for agents and buyers.</p>
        </div>
        <nav aria-label="Footer" className={classes.footerColumns}>
          {footerColumns.map(({ title, pages }) => (
            <div key={title}>
              <p className={classes.footerTitle}>{title}</p>
              <ul>
                {pages.map(({ to, label, isFor }) => (
                  <li key={to} data-for={isFor}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  )
}

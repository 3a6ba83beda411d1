import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { Action } from './Action.tsx'
import classes from './MobileMenu.module.css'
import { mainPages } from './pages.ts'

const MENU = 'menu'

/** Opened and closed by the browser itself: it works before any script, and Escape and a tap beside it close it. */
export function MobileMenu() {
  const menu = useRef<HTMLDialogElement>(null)
  const close = () => menu.current?.hidePopover()
  return (
    <div className={classes.mobile}>
      <button
        type="button"
        className={classes.opener}
        popoverTarget={MENU}
        aria-label="Open the menu"
        aria-haspopup="dialog"
      >
        <Lines d="M4 7h16M4 12h16M4 17h16" />
      </button>
      <dialog ref={menu} id={MENU} popover="auto" className={classes.menu} aria-label="Menu">
        <button
          type="button"
          className={classes.closer}
          popoverTarget={MENU}
          popoverTargetAction="hide"
          aria-label="Close the menu"
        >
          <Lines d="m6 6 12 12M18 6 6 18" />
        </button>
        <nav aria-label="Main" className={classes.pages}>
          {mainPages.map(({ to, label }) => (
            <Link key={to} to={to} onClick={close} className={classes.page}>
              {label}
            </Link>
          ))}
          <Action to="/get-started" large>
            Start free trial
          </Action>
          <Action to="/login" look="plain" large>
            Sign in
          </Action>
        </nav>
      </dialog>
    </div>
  )
}

const Lines = ({ d }: { d: string }) => (
  <svg width={24} height={24} viewBox="0 0 24 24" aria-hidden="true">
    <path d={d} fill="none" stroke="currentColor" strokeWidth={1.75} strokeLinecap="round" />
  </svg>
)
